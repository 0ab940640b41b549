import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ducking } from '../../../film/playback/duck.port.ts';
import { makeSound } from './sound.ts';

const revoked: string[] = [];
let audio: TestAudio;

class TestAudio {
  paused = true;
  duration = 3;
  onloadedmetadata?: () => void;
  onplay?: () => void;
  onpause?: () => void;
  #src = '';
  constructor() {
    audio = this;
  }
  get src() {
    return this.#src;
  }
  set src(url: string) {
    this.#src = url;
    queueMicrotask(() => this.onloadedmetadata?.());
  }
  async play() {
    this.paused = false;
    this.onplay?.();
  }
  pause() {
    this.paused = true;
    this.onpause?.();
  }
}

beforeEach(() => {
  vi.stubGlobal('Audio', TestAudio);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => {
  revoked.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[WCF7] a sound that is closed while it is loaded does not play, and gives up its bytes', async () => {
  let come = (_: string) => {};
  const loading = new Promise<string>((resolve) => {
    come = resolve;
  });
  const sound = makeSound(() => loading, undefined);
  sound.toggle();
  sound.close();
  come('blob:late');
  await vi.waitFor(() => expect(sound.state.get().isLoading).toBe(false));
  expect([audio.paused, ducking.get(), revoked]).toEqual([true, 1, ['blob:late']]);
});

test('[WCF7] a sound that is closed as its bytes are read does not play either', async () => {
  const sound = makeSound(async () => 'blob:read', undefined);
  sound.toggle();
  await vi.waitFor(() => expect(audio.src).toBe('blob:read'), { interval: 0 });
  sound.close();
  await vi.waitFor(() => expect(sound.state.get().isLoading).toBe(false));
  expect([audio.paused, revoked]).toEqual([true, ['blob:read']]);
});

test('[WCF7] a sound that was closed plays again, of bytes that are loaded anew', async () => {
  let loads = 0;
  const sound = makeSound(async () => `blob:${++loads}`, undefined);
  sound.toggle();
  await vi.waitFor(() => expect(sound.state.get().isPlaying).toBe(true));
  sound.close();
  sound.toggle();
  await vi.waitFor(() => expect(sound.state.get().isPlaying).toBe(true));
  sound.close();
  expect([audio.paused, ducking.get(), revoked]).toEqual([true, 1, ['blob:1', 'blob:2']]);
});
