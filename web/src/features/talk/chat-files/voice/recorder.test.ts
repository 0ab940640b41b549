import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRecorder } from './recorder.ts';

const track = { stop: vi.fn() };
let recording: TestRecorder;
let fails = false;

class TestRecorder {
  static isTypeSupported = () => true;
  state = 'inactive';
  onstop?: () => void;
  ondataavailable?: (event: { data: Blob }) => void;
  constructor() {
    if (fails) throw new DOMException('no', 'NotSupportedError');
    recording = this;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    if (this.state === 'inactive') throw new DOMException('no', 'InvalidStateError');
    this.end();
  }
  /** Like a browser after the last track has ended. */
  end() {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['sound']) });
    this.onstop?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } });
  vi.stubGlobal('MediaRecorder', TestRecorder);
  vi.stubGlobal('AudioContext', TestContext);
});
afterEach(() => {
  fails = false;
  track.stop.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

class TestContext {
  createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData() {} });
  createMediaStreamSource = () => ({ connect() {} });
  close = async () => {};
}

test('[WCF8] what was recorded until the microphone was pulled out can be sent', async () => {
  const recorder = startRecorder();
  await vi.advanceTimersByTimeAsync(2_000);
  recording.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.state.get()).toMatchObject({ is: 'recorded', recording: { voice: { durationSeconds: 2 } } });
  expect((await recorder.stop())?.file.size).toBe(5);
  expect(track.stop).toHaveBeenCalledOnce();
});

test('[WCF8] a microphone that is pulled out at once is missing', async () => {
  const recorder = startRecorder();
  await vi.advanceTimersByTimeAsync(100);
  recording.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.state.get()).toEqual({ is: 'refused', why: 'missing' });
});

test('[WCF8] a browser that opens the microphone and does not record lets go of it', async () => {
  fails = true;
  const recorder = startRecorder();
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.state.get()).toEqual({ is: 'refused', why: 'busy' });
  expect(track.stop).toHaveBeenCalledOnce();
});

test('[WCF8] a press ends the recording once', async () => {
  const recorder = startRecorder();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await recorder.stop())?.voice.durationSeconds).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(recorder.state.get().is).toBe('recorded');
});
