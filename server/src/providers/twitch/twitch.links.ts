import { create } from '@bufbuild/protobuf';
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { type TwitchSource, TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { linkOf, partsOf, secondsOf } from '../site-link.ts';

const ids = {
  [EmbedKind.VIDEO]: /^\d{1,20}$/,
  [EmbedKind.CHANNEL]: /^[a-z0-9][a-z0-9_]{2,24}$/,
  [EmbedKind.CLIP]: /^[A-Za-z0-9][A-Za-z0-9_-]{2,99}$/,
} as const;

/** Twitch's own pages, whose paths look like channel names. */
const ownPages = new Set(
  'directory downloads drops friends inventory jobs login moderator payments popout prime search settings signup store subscriptions turbo videos wallet'.split(
    ' ',
  ),
);

/** True for an id in Twitch's format. */
export function isIdOf(kind: EmbedKind, id: string): boolean {
  return kind !== EmbedKind.UNSPECIFIED && ids[kind].test(id);
}

/** Reads links of Twitch's pages and share buttons, with or without `https://`. [TW1] */
export function readLink(text: string): TwitchSource | undefined {
  const link = linkOf(text);
  if (!link) return undefined;
  const { hostname, searchParams } = link;
  const [first = '', second = '', third = ''] = partsOf(link);
  if (hostname === 'clips.twitch.tv')
    return sourceOf(EmbedKind.CLIP, first === 'embed' ? searchParams.get('clip') : first);
  if (hostname === 'player.twitch.tv') return readPlayer(searchParams);
  if (!/^(?:(?:www|m|go)\.)?twitch\.tv$/.test(hostname)) return undefined;
  const startSeconds = secondsOf(searchParams.get('t'));
  if (first === 'videos') return sourceOf(EmbedKind.VIDEO, second, startSeconds);
  if (second === 'clip') return sourceOf(EmbedKind.CLIP, third);
  if (second === 'video' || second === 'v') return sourceOf(EmbedKind.VIDEO, third, startSeconds);
  return second === '' && !ownPages.has(first.toLowerCase())
    ? sourceOf(EmbedKind.CHANNEL, first.toLowerCase())
    : undefined;
}

/** The address of the embedded player. */
function readPlayer(query: URLSearchParams): TwitchSource | undefined {
  const video = query.get('video');
  if (video === null) return sourceOf(EmbedKind.CHANNEL, query.get('channel')?.toLowerCase() ?? null);
  return sourceOf(EmbedKind.VIDEO, video.replace(/^v/, ''), secondsOf(query.get('time')));
}

function sourceOf(kind: EmbedKind, id: string | null, startSeconds = 0): TwitchSource | undefined {
  return id !== null && isIdOf(kind, id) ? create(TwitchSourceSchema, { kind, id, startSeconds }) : undefined;
}
