import type { PlaybackFilmSubtitles, PlaybackSubtitle, SharedSubtitles } from '@matinee/contract/gen/api.ts';
import { useResource, useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { sharedSubtitles } from '../../shared-subtitles/resources.ts';
import { pathOf, useChosenInfo } from '../playback.port.ts';
import type { LanguageTrack, Tracks } from '../source/engines/engine.ts';
import type { SubtitleOption } from './subtitle-option.ts';

export interface SubtitleOptions {
  /** What members gave comes first, the newest before older ones, which may have the same name. [WSA1] */
  readonly available: readonly SubtitleOption[];
  /** The index of the subtitles for people who have not chosen any; undefined: none. */
  readonly byDefault: number | undefined;
}

/** All subtitles that an item offers: files beside it, tracks inside of it, and what members gave to everybody. */
export function useSubtitleOptions(
  room: RoomConnection,
  mediaId: string | undefined,
  tracks: Store<Tracks>,
): SubtitleOptions {
  const info = useChosenInfo(room);
  const inside = useStore(tracks).texts;
  const given = (useResource(room, sharedSubtitles) ?? []).filter((one) => one.media_id === mediaId).toReversed();
  const available = [
    ...given.map(sharedOption),
    ...(info?.subtitles ?? []).map(fileOption),
    ...(info?.film_subtitles ?? []).map(filmOption),
    ...inside.map(trackOption),
  ];
  return { available, byDefault: given.length > 0 ? 0 : info?.default_subtitle_index };
}

function sharedOption({ id, name, language, creator_id: creatorId }: SharedSubtitles): SubtitleOption {
  return { name, language, source: { sharedId: id, creatorId } };
}

function fileOption({ name, language, url }: PlaybackSubtitle): SubtitleOption {
  return { name, language, source: { url } };
}

function filmOption({ name, language, url, part_seconds: partSeconds }: PlaybackFilmSubtitles): SubtitleOption {
  return { name, language, source: { path: pathOf(url), partSeconds } };
}

function trackOption({ name, language, id }: LanguageTrack): SubtitleOption {
  return { name, language, source: { trackId: id } };
}
