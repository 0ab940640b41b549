import type {
  Media,
  MediaCover,
  Playback,
  PlaybackInfo,
  PlaybackMedia,
  PlaybackState,
} from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import { defineResource } from '../../../client/room/resource.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { modeOf, useVersion } from './source/versions.ts';

/** The item that plays, and its position. */
export const playbackState = defineResource({ observe: 'playbackState', changed: 'playbackState' });

/** The sources of the item that the room plays. */
export const playbackSource = defineResource({
  observe: 'playback',
  changed: 'playback',
  merge: (held: Playback | undefined, told) => keepSignatures(held, told),
});

/** The item that plays, and its position; undefined: not known yet. */
export function usePlaybackState(room: RoomConnection): PlaybackState | undefined {
  return useResource(room, playbackState);
}

/** An item counts as ended this near to its end, in seconds: players and the server do not agree to the frame. */
const endSlackSeconds = 1;

/** True when the last item has played to its end, and nothing follows by itself. Pure. [SY71] */
export function hasEnded(state: PlaybackState | undefined): boolean {
  if (state?.media_id === undefined || state.is_playing || state.duration_seconds === undefined) return false;
  return state.duration_seconds > 0 && state.position_seconds >= state.duration_seconds - endSlackSeconds;
}

/** The sources of the item that the room plays; undefined: not known yet. */
export function usePlayback(room: RoomConnection): Playback | undefined {
  return useResource(room, playbackSource);
}

/** The way in which this page plays an item; undefined: there is none, or its addresses are not signed yet. */
export function chosenInfo(playback: Playback): PlaybackInfo | undefined {
  return isUnsigned(playback) ? undefined : playback.playback_infos[modeOf(playback)];
}

/** Like `chosenInfo`, for the item that the room plays now. */
export function useChosenInfo(room: RoomConnection): PlaybackInfo | undefined {
  const playback = usePlayback(room);
  useVersion();
  return playback && chosenInfo(playback);
}

/** The addresses of `info` in the order in which to try them: the server's choice first. */
export function mediasOf(info: PlaybackInfo | undefined): readonly PlaybackMedia[] {
  if (info === undefined) return [];
  const { medias, default_media_index: first } = info;
  return [...medias.slice(first), ...medias.slice(0, first)];
}

/** Whether an item is a live stream; undefined: not known yet. A film whose tracks were found is not live. */
export function isLiveSource(playback: Playback | undefined): boolean | undefined {
  if (playback?.playback_kind === 'live') return true;
  return playback?.tracks.length ? false : undefined;
}

/**
 * True while the addresses are not known yet, or pass through the server and are not yet signed for this person. The
 * observed playback is the same for all, so it has no signatures.
 */
export function isUnsigned(playback: Playback): boolean {
  const medias = playback.playback_infos[modeOf(playback)]?.medias;
  return medias?.some((media) => (media.proxied && media.expire_at === undefined) || hasNoAddress(media)) ?? false;
}

/**
 * True while only the item's site knows the address. The server asks the site when a person wants to play the item.
 * [SY60]
 */
export function isUnknown({ playback_infos, default_mode }: Playback): boolean {
  return playback_infos[default_mode]?.medias.some(hasNoAddress) ?? false;
}

function hasNoAddress({ url, format }: PlaybackMedia): boolean {
  return url === '' && format !== 'embed' && format !== 'own_copy';
}

/**
 * A key that tells the sources of items apart. A new signature in an address must not interrupt the film, so queries do
 * not count.
 */
export function sourceKeyOf({ playback_infos }: Playback, mode: string): string {
  const medias = playback_infos[mode]?.medias ?? [];
  return medias.map(({ url, format }) => `${format} ${pathOf(url)}`).join('\n');
}

/** An address without its query and fragment, which may hold a signature. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

/**
 * After a reconnect, the room sends the playback without signatures. This keeps the page's own, which are still valid.
 * [SY47]
 */
function keepSignatures(held: Playback | undefined, told: Playback): Playback {
  if (held === undefined || held.media_id !== told.media_id) return told;
  if (isUnknown(told) && !isUnknown(held) && held.media?.version === told.media?.version) return held;
  if (held.expires_at === undefined) return told;
  const { playback_infos, default_mode, expires_at } = held;
  const isSame = sourceKeyOf(held, default_mode) === sourceKeyOf(told, default_mode);
  return isSame ? { ...told, playback_infos, default_mode, expires_at } : told;
}

/** The picture of an item to show instead of its `thumbnail`: an uploaded one, or else what is in its film. Pure. */
export function pictureOf(item: Media | undefined): MediaCover | undefined {
  return item?.uploaded_thumbnail ?? item?.cover ?? item?.artwork;
}
