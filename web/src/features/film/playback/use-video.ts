import { useEffect, useState } from 'react';
import type { FilmPort } from './sync/media-port.ts';

/** The state of the player that the controls show. Times are seconds. */
export interface VideoFacts {
  readonly position: number;
  /** 0 while unknown, and for live streams. */
  readonly duration: number;
  /** End of the data that is loaded from the position on. */
  readonly bufferedEnd: number;
  readonly volume: number;
  readonly isMuted: boolean;
  /** True while there is no picture yet. */
  readonly isLoading: boolean;
  /** True while it plays without a picture: music, or a film whose picture the browser cannot decode. */
  readonly isBlind: boolean;
  /** Width of the picture through its height; undefined: there is none, or it is not known yet. */
  readonly aspect: number | undefined;
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
  position: 0,
  duration: 0,
  bufferedEnd: 0,
  volume: 1,
  isMuted: false,
  isLoading: true,
  isBlind: false,
  aspect: undefined,
  behindLive: undefined,
  window: undefined,
};

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

/**
 * Reads `film` whenever the browser reports a change. Reads the volume from `sound` if that plays the sound. Positions
 * come about four times a second.
 */
export function useVideo(film: FilmPort | undefined, sound?: FilmPort): VideoFacts {
  const [facts, setFacts] = useState(nothing);
  useEffect(() => {
    if (film === undefined) return setFacts(nothing);
    const element = film;
    const heard = sound ?? element;
    const read = () => setFacts(factsOf(element, heard));
    for (const event of events) element.addEventListener(event, read);
    heard.addEventListener('volumechange', read);
    read();
    return () => {
      for (const event of events) element.removeEventListener(event, read);
      heard.removeEventListener('volumechange', read);
    };
  }, [film, sound]);
  return facts;
}

function factsOf(video: FilmPort, heard: FilmPort): VideoFacts {
  const { currentTime: position, buffered } = video;
  let bufferedEnd = 0;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= position + 0.1 && buffered.end(index) >= position) bufferedEnd = buffered.end(index);
  }
  return {
    position,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    bufferedEnd,
    volume: heard.volume,
    isMuted: heard.muted,
    isLoading: video.readyState < 2,
    behindLive: behindLive(video),
    window: windowOf(video),
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
