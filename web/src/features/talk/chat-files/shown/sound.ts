import { makeStore, type Store } from '../../../../client/store.ts';
import { duckFilm } from '../../../film/playback/duck.port.ts';

export interface SoundState {
  readonly isPlaying: boolean;
  readonly positionSeconds: number;
  /** Undefined: not known yet. */
  readonly durationSeconds: number | undefined;
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
}

/** A sound in the page. Only one plays at a time. */
export interface Sound {
  readonly state: Store<SoundState>;
  toggle(): void;
  seek(seconds: number): void;
  close(): void;
}

/** @param load finds the sound; called when it is first played. */
export type LoadSound = () => Promise<string | undefined>;

let playing: HTMLAudioElement | undefined;

export function makeSound(load: LoadSound, durationSeconds: number | undefined): Sound {
  const state = makeStore<SoundState>({
    ...{ isPlaying: false, positionSeconds: 0, durationSeconds },
    ...{ hasFailed: false, isLoading: false },
  });
  const change = (next: Partial<SoundState>) => state.set({ ...state.get(), ...next });
  const audio = new Audio();
  listen(audio, change);
  let opening: Promise<void> | undefined;
  let closings = 0;

  async function open(): Promise<void> {
    const before = closings;
    const url = await load();
    if (url === undefined) throw new Error('there is no address');
    if (closings > before) return free(url);
    await loadInto(audio, url);
    audio.currentTime = state.get().positionSeconds;
  }

  async function play(): Promise<void> {
    change({ isLoading: true, hasFailed: false });
    opening ??= open();
    const mine = opening;
    try {
      await mine;
      // The sound may have been closed meanwhile.
      if (mine === opening) await audio.play();
    } catch {
      if (mine !== opening) return;
      forget();
      change({ hasFailed: true });
    } finally {
      change({ isLoading: false });
    }
  }

  function forget(): void {
    free(audio.src);
    opening = undefined;
  }

  return {
    state,
    toggle: () => (audio.paused ? void play() : audio.pause()),
    seek(seconds) {
      change({ positionSeconds: seconds });
      if (audio.readyState > 0) audio.currentTime = seconds;
    },
    close() {
      audio.pause();
      closings += 1;
      forget();
      if (playing === audio) playing = undefined;
    },
  };
}

function free(url: string): void {
  if (url.startsWith('blob:')) URL.revokeObjectURL(url);
}

function listen(audio: HTMLAudioElement, change: (next: Partial<SoundState>) => void): void {
  let loudAgain: (() => void) | undefined;
  audio.onplay = () => {
    if (playing !== audio) playing?.pause();
    playing = audio;
    loudAgain ??= duckFilm();
    change({ isPlaying: true });
  };
  audio.onpause = () => {
    loudAgain?.();
    loudAgain = undefined;
    change({ isPlaying: false });
  };
  audio.onended = () => change({ isPlaying: false, positionSeconds: 0 });
  audio.ontimeupdate = () => {
    // Not during the search for the length.
    if (audio.onseeked === null) change({ positionSeconds: audio.currentTime });
  };
  audio.ondurationchange = () => {
    if (Number.isFinite(audio.duration) && audio.duration > 0) change({ durationSeconds: audio.duration });
  };
}

/** Recordings of browsers have no length. A jump far behind their end makes the browser find it. */
async function loadInto(audio: HTMLAudioElement, url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    audio.onloadedmetadata = () => resolve();
    audio.onerror = () => reject(new Error('the sound cannot be played'));
    audio.src = url;
  });
  if (Number.isFinite(audio.duration)) return;
  await new Promise<void>((resolve) => {
    audio.onseeked = () => resolve();
    audio.currentTime = 1e101;
  });
  audio.onseeked = null;
}
