import { decodeOr } from '../media-address.ts';
import { linkOf, partsOf, secondsOf } from '../site-link.ts';

/** The target of a YouTube link. */
export type YoutubeLink =
  | { readonly video: string; readonly startSeconds: number }
  | { readonly playlist: string }
  | { readonly channel: YoutubeChannel };

/** A channel, by its name in a link. */
export type YoutubeChannel = { readonly id: string } | { readonly handle: string } | { readonly user: string };

const hosts = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const videoId = /^[A-Za-z0-9_-]{11}$/;
const playlistId = /^[A-Za-z0-9_-]{12,64}$/;

/** Reads links of YouTube's pages, apps and share buttons, with or without `https://`. [YT1] */
export function readLink(text: string): YoutubeLink | undefined {
  const url = linkOf(text);
  if (!url) return undefined;
  const parts = partsOf(url);
  if (url.hostname === 'youtu.be') return videoOf(parts[0], url);
  if (!hosts.test(url.hostname)) return undefined;
  const [first = '', second] = parts;
  if (['shorts', 'live', 'embed', 'v'].includes(first) && second !== 'videoseries') return videoOf(second, url);
  if (first === 'watch' && url.searchParams.has('v')) return videoOf(url.searchParams.get('v') ?? undefined, url);
  const list = url.searchParams.get('list') ?? '';
  if (['watch', 'playlist', 'embed'].includes(first)) return playlistId.test(list) ? { playlist: list } : undefined;
  return channelOf(first, second);
}

function videoOf(id: string | undefined, url: URL): YoutubeLink | undefined {
  if (id === undefined || !videoId.test(id)) return undefined;
  const { searchParams, hash } = url;
  const start = searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(\w+)$/.exec(hash)?.[1] ?? '';
  return { video: id, startSeconds: secondsOf(start) };
}

function channelOf(first: string, second: string | undefined): YoutubeLink | undefined {
  if (first === 'channel' && /^UC[A-Za-z0-9_-]{22}$/.test(second ?? '')) return { channel: { id: second! } };
  if (first === 'user' && /^[A-Za-z0-9]{1,40}$/.test(second ?? '')) return { channel: { user: second! } };
  const handle = /^@([\p{L}\p{N}._·-]{3,60})$/u.exec(decodeOr(first))?.[1];
  return handle === undefined ? undefined : { channel: { handle } };
}
