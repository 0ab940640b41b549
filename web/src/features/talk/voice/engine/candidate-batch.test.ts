import type { WebRTCCandidate } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { candidateInit, makeCandidateBatch } from './candidate-batch.ts';

const found = (candidate: string) =>
  ({ candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'frag' }) as RTCIceCandidate;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collect() {
  const frames: (readonly WebRTCCandidate[])[] = [];
  return { frames, batch: makeCandidateBatch((candidates) => frames.push(candidates)) };
}

test('[WVO4] candidates that are found within 50 ms go together, 32 in a frame, in order', () => {
  const { frames, batch } = collect();
  for (let number = 0; number < 33; number++) batch.add(found(`candidate:${number}`));
  vi.advanceTimersByTime(49);
  expect(frames).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(frames.map((frame) => frame.length)).toEqual([32, 1]);
  expect(frames[1]![0]).toEqual({
    candidate: 'candidate:32',
    sdp_mid: '0',
    sdp_m_line_index: 0,
    username_fragment: 'frag',
  });
  batch.add(found('candidate:later'));
  vi.advanceTimersByTime(50);
  expect(frames).toHaveLength(3);
});

test('[WVO4] one that is too long for the contract is left out, and none is sent for a connection that is gone', () => {
  const { frames, batch } = collect();
  batch.add(found('candidate:1'));
  batch.clear();
  vi.advanceTimersByTime(1_000);
  expect(frames).toEqual([]);
  batch.add(found('x'.repeat(501)));
  batch.add(found('x'.repeat(500)));
  vi.advanceTimersByTime(50);
  expect(frames.flat().map(({ candidate }) => candidate.length)).toEqual([500]);
});

test('[WVO4] a candidate arrives as it was sent', () => {
  expect(candidateInit({ candidate: 'candidate:1', sdp_mid: '0', sdp_m_line_index: 0 })).toEqual({
    candidate: 'candidate:1',
    sdpMid: '0',
    sdpMLineIndex: 0,
    usernameFragment: null,
  });
});
