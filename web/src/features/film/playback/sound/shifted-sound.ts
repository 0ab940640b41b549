import type { ServerClock } from '../../../../client/room/clock.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import { soundLagMs } from '../../even-loudness/choice.ts';
import { chosenInfo, isLiveSource, mediasOf, playbackSource, playbackState } from '../playback.port.ts';
import { watchMedia } from '../player-sync.ts';
import type { Addresses } from '../source/engines/load-media.ts';
import { loadMedia } from '../source/engines/load-media.ts';
import { followPreferences } from '../source/preferences.ts';
import { remuxingOf } from '../source/versions.ts';
import { makeSyncEngine } from '../sync/engine.ts';
import { browserTime } from '../sync/media-port.ts';
import { soundOffset } from './sound-offset.ts';

/** How much later than the picture the sound is played, in milliseconds. [SY46] [WEL3] */
const offsetMs: Pick<Store<number>, 'get' | 'subscribe'> = {
  get: () => soundOffset.get() - soundLagMs.get(),
  subscribe(listener) {
    const ends = [soundOffset.subscribe(listener), soundLagMs.subscribe(listener)];
    return () => {
      for (const end of ends) end();
    };
  },
};

/**
 * A person presses several times for one offset. The sound moves once, this long after the last press, in milliseconds.
 */
const settleMs = 300;

/** The sound of an item, played by an element of its own. */
export interface ShiftedSound {
  readonly element: HTMLMediaElement;
  /** True while the browser needs a tap before it plays the sound. */
  readonly isRefused: Store<boolean>;
  /** Called when a person taps: the browser now allows sound. */
  allow(): void;
  /** Gives the sound back to the picture's element. */
  stop(): void;
}

export interface ShiftedSoundParts {
  /** Shows the picture; it is silent meanwhile. */
  readonly video: HTMLVideoElement;
  readonly room: RoomConnection;
  readonly mediaId: string;
  readonly addresses: Addresses;
  /** Called when the element cannot load the item. */
  readonly onFailed: () => void;
}

/**
 * Plays the sound of the room's item later than its picture, or earlier. An `<audio>` element follows the
 * room like the picture, with a clock that is late by the offset. Web Audio could only delay the sound, and stays
 * silent for films of sites without CORS. A second element can do both for every film. Browsers share the loaded data
 * of one address. [SY46]
 */
export function makeShiftedSound({ video, room, mediaId, addresses, onFailed }: ShiftedSoundParts): ShiftedSound {
  const element = audioLike(video);
  const isRefused = makeStore(false);
  const engine = makeSyncEngine({
    media: element,
    clock: lateClock(room.clock),
    time: browserTime,
    onStatus: ({ refused }) => isRefused.set(refused !== 'nothing'),
  });
  const state = room.resources.store(playbackState);
  function onState(): void {
    const told = state.get();
    if (told?.media_id === mediaId) engine.setState(told);
    else engine.clear();
  }
  /**
   * Seeks to the new place of the sound. Otherwise the engine would treat the change as an error and correct the speed
   * for seconds.
   */
  function startAnew(): void {
    engine.clear();
    onState();
  }
  const source = room.resources.store(playbackSource);
  const current = source.get();
  const loaded = loadMedia({
    media: element,
    urls: mediasOf(current && chosenInfo(current)),
    isLive: () => isLiveSource(source.get()),
    ...{ addresses, remuxing: current && remuxingOf(current) },
    onProblem: onFailed,
  });
  const ends = [
    silence(video),
    state.subscribe(onState),
    onceSettled(startAnew),
    watchMedia(element, engine.look),
    engine.stop,
    followPreferences(loaded, false),
    loaded.stop,
  ];
  onState();
  return {
    element,
    isRefused,
    allow: engine.allow,
    stop() {
      for (const end of ends) end();
      video.volume = element.volume;
      video.muted = element.muted;
    },
  };
}

/** Keeps `video` muted, even if something unmutes it. @returns a function that ends it. */
function silence(video: HTMLVideoElement): () => void {
  const mute = () => {
    if (!video.muted) video.muted = true;
  };
  mute();
  video.addEventListener('volumechange', mute);
  return () => video.removeEventListener('volumechange', mute);
}

/** An element with the volume of `video`. */
function audioLike(video: HTMLVideoElement): HTMLAudioElement {
  const element = new Audio();
  element.preload = 'auto';
  element.volume = video.volume;
  element.muted = video.muted;
  return element;
}

/** `clock`, late by the offset. */
function lateClock(clock: ServerClock): Pick<ServerClock, 'isReady' | 'toServer'> {
  return {
    get isReady() {
      return clock.isReady;
    },
    toServer: (localMs) => clock.toServer(localMs) - offsetMs.get(),
  };
}

/** Calls `act` once after changes of the offset that follow each other. @returns a function that ends it. */
function onceSettled(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = offsetMs.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(act, settleMs);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
