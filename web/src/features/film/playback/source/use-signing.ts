import type { Playback, PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { chosenInfo, isUnknown, pathOf, playbackSource } from '../playback.port.ts';
import type { Addresses } from './engines/load-media.ts';
import type { PlaybackProblem } from './problem.ts';
import type { Signing } from './signing.ts';
import { isConverted } from './versions.ts';

export interface Signatures extends Addresses {
  /** Plays the item through the server; undefined: it already does, or cannot. [SY48] */
  readonly playProxied: (() => void) | undefined;
}

/**
 * Keeps the addresses that pass through the server signed. `attempt` increases when the person tries again. [SY47]
 * [SY48]
 */
export function useSigning(
  room: RoomConnection,
  playback: Playback | undefined,
  sourceKey: string,
  attempt: number,
  onRefused: (problem: PlaybackProblem) => void,
): Signatures {
  const mediaId = playback?.media_id;
  /** The item that the person at this page wants to play through the server. */
  const [chosenId, setChosenId] = useState<string>();
  const signing = useRef<Signing>(undefined);
  const isChosen = mediaId !== undefined && chosenId === mediaId;
  const isProxied = playback?.default_mode.startsWith('proxied') ?? false;
  const isAsked = playback !== undefined && (isUnknown(playback) || isConverted(playback));
  const isFilmSigned = isProxied || isChosen || isAsked;
  const isSigned = isFilmSigned || (playback !== undefined && hasComments(playback));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source of the item, or another attempt, signs anew
  useEffect(() => {
    if (mediaId === undefined || !isSigned) return;
    let isEnded = false;
    // A film that loads directly plays on without its comments.
    const refuse = isFilmSigned ? onRefused : () => undefined;
    import('./signing.ts').then(
      ({ keepSigned }) => {
        if (!isEnded) signing.current = keepSigned(room, mediaId, isChosen, refuse);
      },
      () => refuse('network'),
    );
    return () => {
      isEnded = true;
      signing.current?.stop();
      signing.current = undefined;
    };
  }, [room, mediaId, sourceKey, attempt, isFilmSigned, isChosen, isSigned]);
  const renewedAt = playback?.renewed_at;
  useEffect(() => {
    // The current addresses are still valid for a while. If renewing fails now, the person is told only when they end.
    if (renewedAt !== undefined) signing.current?.renew().catch(() => undefined);
  }, [renewedAt]);
  // What the server finds in the film, such as subtitles or sound that has to be converted, has addresses of its own.
  const isRead = (playback?.tracks.length ?? 0) > 0;
  useEffect(() => {
    if (isRead) signing.current?.renew().catch(() => undefined);
  }, [isRead]);
  const current = useCallback(
    (media: PlaybackMedia) => sameMedia(room.resources.store(playbackSource).get(), media)?.url ?? media.url,
    [room],
  );
  const renew = useCallback(
    async (media: PlaybackMedia): Promise<string> => {
      if (current(media) === media.url) await signing.current?.renew();
      return current(media);
    },
    [current],
  );
  const canBeProxied = !isProxied && playback?.playback_infos.proxied !== undefined;
  const playProxied = canBeProxied && mediaId !== undefined ? () => setChosenId(mediaId) : undefined;
  return { playProxied, current, renew };
}

/** Comments pass through the server even if the film does not. */
function hasComments({ playback_infos, default_mode }: Playback): boolean {
  return (playback_infos[default_mode]?.danmakus.length ?? 0) > 0;
}

/** The media of `playback` that has the same address, possibly with another signature. */
function sameMedia(playback: Playback | undefined, { url }: PlaybackMedia): PlaybackMedia | undefined {
  return playback && chosenInfo(playback)?.medias.find((media) => pathOf(media.url) === pathOf(url));
}
