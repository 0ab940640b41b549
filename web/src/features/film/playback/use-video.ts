import { useEffect, useState, useSyncExternalStore } from 'react';
import { makeStore, type Store } from '../../../client/store.ts';
import type { FilmPort } from './sync/media-port.ts';

/** The state of the player that the controls show. It changes rarely. */
export interface VideoFacts {
  /** In seconds; 0 while unknown, and for live streams. */
  readonly duration: number;
  readonly volume: number;
  readonly isMuted: boolean;
  /** True while there is no picture yet. */
  readonly isLoading: boolean;
  /** True while it plays without a picture: music, or a film whose picture the browser cannot decode. */
  readonly isBlind: boolean;
  /** Width of the picture through its height; undefined: there is none, or it is not known yet. */
  readonly aspect: number | undefined;
}

/** Where the film is. It changes four times a second, so only what shows it reads it. Times are seconds. */
export interface VideoPlace {
  readonly position: number;
  /** End of the data that is loaded from the position on. */
  readonly bufferedEnd: number;
  /** How far the picture is behind the newest part of a live stream; undefined: not live, or unknown. */
  readonly behindLive: number | undefined;
  /**
   * The part of a live stream that can be watched, in seconds of the player's timeline; undefined: not live, or
   * unknown.
   */
  readonly window: LiveWindow | undefined;
}

export interface LiveWindow {
  readonly start: number;
  readonly end: number;
}

const nothing: VideoFacts = {
  duration: 0,
  volume: 1,
  isMuted: false,
  isLoading: true,
  isBlind: false,
  aspect: undefined,
};

const nowhere: VideoPlace = { position: 0, bufferedEnd: 0, behindLive: undefined, window: undefined };

const events = [
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'waiting',
  'playing',
  'canplay',
  'emptied',
];

/** Reads `film` whenever the browser reports a change. Reads the volume from `sound` if that plays the sound. */
export function useVideo(
  film: FilmPort | undefined,
  sound?: FilmPort,
): { readonly facts: VideoFacts; readonly place: Store<VideoPlace> } {
  const [facts, setFacts] = useState(nothing);
  const [place] = useState(() => makeStore(nowhere));
  useEffect(() => {
    if (film === undefined) {
      place.set(nowhere);
      return setFacts(nothing);
    }
    const element = film;
    const heard = sound ?? element;
    let shown: VideoFacts | undefined;
    const read = () => {
      place.set(placeOf(element));
      const next = factsOf(element, heard);
      if (shown && isSame(shown, next)) return;
      shown = next;
      setFacts(next);
    };
    for (const event of events) element.addEventListener(event, read);
    heard.addEventListener('volumechange', read);
    read();
    return () => {
      for (const event of events) element.removeEventListener(event, read);
      heard.removeEventListener('volumechange', read);
    };
  }, [film, sound, place]);
  return { facts, place };
}

/** A value of the place, for a part that is drawn again when that value changes. */
export function usePlace<T>(place: Store<VideoPlace>, read: (place: VideoPlace) => T): T {
  return useSyncExternalStore(place.subscribe, () => read(place.get()));
}

const isSame = (shown: VideoFacts, next: VideoFacts) =>
  (Object.keys(next) as (keyof VideoFacts)[]).every((key) => Object.is(next[key], shown[key]));

function placeOf(video: FilmPort): VideoPlace {
  const { currentTime: position, buffered } = video;
  let bufferedEnd = 0;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= position + 0.1 && buffered.end(index) >= position) bufferedEnd = buffered.end(index);
  }
  return { position, bufferedEnd, behindLive: behindLive(video), window: windowOf(video) };
}

function factsOf(video: FilmPort, heard: FilmPort): VideoFacts {
  return {
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    volume: heard.volume,
    isMuted: heard.muted,
    isLoading: video.readyState < 2,
    isBlind: video instanceof HTMLVideoElement && video.readyState >= 2 && video.videoWidth === 0,
    aspect: aspectOf(video),
  };
}

function aspectOf(video: FilmPort): number | undefined {
  const shape = video instanceof HTMLVideoElement ? video.videoWidth / video.videoHeight : Number.NaN;
  return shape > 0 ? shape : undefined;
}

function behindLive(video: FilmPort): number | undefined {
  const newest = windowOf(video)?.end;
  // Before the first picture the place is not chosen yet.
  const isPlaced = video.seeking || video.readyState >= 2;
  return newest === undefined || !isPlaced ? undefined : Math.max(0, newest - video.currentTime);
}

/** The part of a live stream that can be watched; undefined: not live, or unknown. */
export function windowOf(video: FilmPort): LiveWindow | undefined {
  if (video.duration !== Number.POSITIVE_INFINITY || !(video instanceof HTMLMediaElement)) return undefined;
  const { seekable } = video;
  if (seekable.length === 0) return undefined;
  const window = { start: seekable.start(0), end: seekable.end(seekable.length - 1) };
  return Number.isFinite(window.start) && Number.isFinite(window.end) ? window : undefined;
}
