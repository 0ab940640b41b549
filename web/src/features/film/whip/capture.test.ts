import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capture } from './capture.ts';

const stopped: string[] = [];
const request = { source: 'screen', cameraId: '', microphoneId: '' } as const;

function streamOf(name: string) {
  const track = { stop: () => stopped.push(name) };
  return { getTracks: () => [track], getAudioTracks: () => [track], getVideoTracks: () => [track] };
}

beforeEach(() => {
  stopped.length = 0;
  vi.stubGlobal('navigator', {
    mediaDevices: { getDisplayMedia: async () => streamOf('screen'), getUserMedia: async () => streamOf('microphone') },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('[WWH1] a screen is let go where the microphone is refused', async () => {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await expect(capture(request)).rejects.toThrow('no');
  expect(stopped).toEqual(['screen']);
});

test('[WWH1] a screen and a microphone are let go where the browser does not mix their sounds', async () => {
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamDestination = () => ({});
      createMediaStreamSource = () => {
        throw new DOMException('two sample rates', 'NotSupportedError');
      };
    },
  );
  await expect(capture(request)).rejects.toThrow('two sample rates');
  expect(stopped).toEqual(['screen', 'microphone']);
});
