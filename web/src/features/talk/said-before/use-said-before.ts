import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';
import { isLiveSource, usePlayback, usePlaybackState } from '../../film/playback/playback.port.ts';
import { useRoomPosition } from '../../film/playback/room-position.port.ts';
import { useBlockedIds } from '../../people/blocks/blocks.port.ts';
import { saidAt, stretchOf, windowAt } from './said-before.ts';

/** A message counts as sent in an earlier showing when it is this old, in milliseconds. */
const agoMs = 30 * 60_000;

/** Maximum number of messages of a window of the film, which is the server's limit. */
const mostMessages = 500;

/** The film that plays, for finding messages about it. */
export interface ShownFilm {
  readonly mediaId: string;
  readonly targetHash: string | undefined;
  /** Messages of earlier showings were sent before this time (RFC 3339). */
  readonly sentBefore: string;
}

/** The film that plays; undefined: nothing does, or a stream, or it is not known yet. */
export function useShownFilm(): ShownFilm | undefined {
  const { room } = useRoom();
  const state = usePlaybackState(room);
  const isLive = isLiveSource(usePlayback(room));
  const { media_id: mediaId, target_hash: targetHash } = state ?? {};
  return useMemo(() => {
    if (mediaId === undefined || isLive) return undefined;
    return { mediaId, targetHash, sentBefore: new Date(room.clock.now() - agoMs).toISOString() };
  }, [mediaId, targetHash, isLive, room]);
}

/** Whether an earlier showing has messages after the earliest position that was watched. [WSB1] */
export function useIsAnythingAhead(film: ShownFilm, isAsked: boolean): boolean {
  const { room } = useRoom();
  const position = useRoomPosition(room);
  const earliest = useRef(position);
  // Little jumps back need no new question.
  if (windowAt(position) < windowAt(earliest.current)) earliest.current = position;
  const from_seconds = Math.floor(earliest.current);
  const { data } = useEarlierMessages(film, { from_seconds, limit: 1 }, isAsked, `from ${from_seconds}`);
  return (data?.length ?? 0) > 0;
}

/** The messages at this position of the film in earlier showings, without the messages of blocked people. [WSB2] */
export function useSaidHere(film: ShownFilm): readonly ChatMessage[] {
  const { room } = useRoom();
  const position = useRoomPosition(room);
  const blocked = useBlockedIds();
  const window = windowAt(position);
  const { data } = useEarlierMessages(film, { ...stretchOf(window), limit: mostMessages }, true, window);
  const readable = useMemo(() => data?.filter(({ user_id }) => !blocked.has(user_id)) ?? [], [data, blocked]);
  return saidAt(readable, position);
}

interface Stretch {
  readonly from_seconds: number;
  readonly to_seconds?: number;
  readonly limit: number;
}

function useEarlierMessages(film: ShownFilm, stretch: Stretch, enabled: boolean, key: number | string) {
  const { info } = useRoom();
  const { api } = useSession();
  const { mediaId, targetHash, sentBefore } = film;
  return useQuery({
    queryKey: ['said-before', info.id, mediaId, targetHash, sentBefore, key],
    queryFn: async () => {
      const { messages } = await api.call('RoomService.GetChatPlaybackMessages', {
        ...{ room_id: info.id, playback_media_id: mediaId, sent_before: sentBefore, ...stretch },
        ...(targetHash === undefined ? {} : { playback_target_hash: targetHash }),
      });
      return messages;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 600_000,
  });
}
