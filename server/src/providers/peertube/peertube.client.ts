/**
 * Requests to a PeerTube server, by the documentation of its REST API (docs.joinpeertube.org/api-rest-reference.html).
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type { ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

export interface PeertubeVideo {
  readonly name: string;
  readonly isLive: boolean;
  readonly durationSeconds?: number;
  /** Address of the HLS master playlist. */
  readonly hls?: string;
  /** Whole files, the best one first. */
  readonly files: readonly { readonly name: string; readonly url: string }[];
  readonly picture?: string;
}

export interface PeertubeCaption {
  readonly name: string;
  readonly language: string;
  readonly url: string;
}

export interface PeertubeChapter {
  readonly startSeconds: number;
  readonly name: string;
}

type Ask = Pick<ProviderTools, 'ask'>;

/** @throws ProviderError */
export async function askVideo(host: string, id: string, tools: Ask): Promise<PeertubeVideo> {
  const answer = await askApi(host, `videos/${id}`, tools);
  const name = needed(textOf(answer['name']));
  // Only PeerTube has this field, so it confirms the server's software.
  needed(textOf(answer['uuid']));
  const files = objectsOf(answer['files']).flatMap(readFile);
  const [hls] = objectsOf(answer['streamingPlaylists']).flatMap((one) => addressOf(host, one['playlistUrl']) ?? []);
  const isLive = answer['isLive'] === true;
  const durationSeconds = lengthOf(answer);
  const picture = addressOf(host, answer['previewPath'] ?? answer['thumbnailPath']) ?? pictureOf(host, answer);
  return {
    name,
    isLive,
    files: files.sort((a, b) => b.height - a.height),
    ...(hls === undefined ? {} : { hls }),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { picture }),
  };

  function readFile(file: Answered) {
    const url = addressOf(host, file['fileUrl']);
    const resolution = objectOf(file['resolution']);
    if (url === undefined) return [];
    return [{ url, name: textOf(resolution?.['label']) ?? '', height: numberOf(resolution?.['id']) ?? 0 }];
  }
}

/** Empty when the server has none, or is too old for captions. */
export async function askCaptions(host: string, id: string, tools: Ask): Promise<PeertubeCaption[]> {
  const answer = await orNothing(askApi(host, `videos/${id}/captions`, tools));
  return objectsOf(answer?.['data']).flatMap((caption) => {
    const language = objectOf(caption['language']);
    // `fileUrl` from version 7.1 on, `captionPath` before.
    const url = addressOf(host, caption['fileUrl'] ?? caption['captionPath']);
    const tag = textOf(language?.['id']) ?? '';
    return url === undefined ? [] : [{ url, language: tag, name: textOf(language?.['label']) ?? tag }];
  });
}

/** Empty when the video has none, or the server is older than version 6.0. */
export async function askChapters(host: string, id: string, tools: Ask): Promise<PeertubeChapter[]> {
  const answer = await orNothing(askApi(host, `videos/${id}/chapters`, tools));
  return objectsOf(answer?.['chapters']).flatMap((chapter) => {
    const startSeconds = numberOf(chapter['timecode']);
    return startSeconds === undefined ? [] : [{ startSeconds, name: textOf(chapter['title']) ?? '' }];
  });
}

/**
 * A playlist of the video's timeline pictures, in HLS form. Undefined when the video has none, or the server is older
 * than version 6.0.
 */
export async function askStoryboard(
  host: string,
  id: string,
  tools: Ask,
): Promise<{ readonly url: string; readonly playlist: string } | undefined> {
  const answer = await orNothing(askApi(host, `videos/${id}/storyboards`, tools));
  const [storyboard] = objectsOf(answer?.['storyboards']);
  // `fileUrl` from version 7.1 on, `storyboardPath` before.
  const url = addressOf(host, storyboard?.['fileUrl'] ?? storyboard?.['storyboardPath']);
  const [width, height, totalWidth, totalHeight, step] = [
    'spriteWidth',
    'spriteHeight',
    'totalWidth',
    'totalHeight',
    'spriteDuration',
  ].map((name) => numberOf(storyboard?.[name]) ?? 0) as [number, number, number, number, number];
  if (url === undefined || !(width > 0 && height > 0 && step > 0)) return undefined;
  const [columns, rows] = [Math.floor(totalWidth / width), Math.floor(totalHeight / height)];
  if (columns < 1 || rows < 1) return undefined;
  const tiles = `RESOLUTION=${width}x${height},LAYOUT=${columns}x${rows},DURATION=${step}`;
  const lines = ['#EXTM3U', '#EXT-X-IMAGES-ONLY', `#EXTINF:${columns * rows * step},`, `#EXT-X-TILES:${tiles}`, url];
  return { url, playlist: lines.join('\n') };
}

/** The length in seconds; undefined for live streams, and when it is unknown. */
export function lengthOf({ isLive, duration }: Answered): number | undefined {
  const seconds = numberOf(duration);
  return isLive === true || seconds === undefined || seconds <= 0 ? undefined : seconds;
}

/** The path of an address on this server; undefined: it is elsewhere. */
export function pathOnServer(host: string, value: unknown): string | undefined {
  const address = addressOf(host, value);
  if (address === undefined) return undefined;
  const { host: own, pathname } = new URL(address);
  return own === host ? pathname : undefined;
}

/** The answer to an API request. @throws ProviderError */
export async function askApi(host: string, path: string, { ask: send }: Ask): Promise<Answered> {
  return readJson(await send(`https://${host}/api/v1/${path}`, { headers: { accept: 'application/json' } }));
}

/** Returns undefined for a failure: a video plays without this response. */
function orNothing(answer: Promise<Answered>): Promise<Answered | undefined> {
  return answer.catch((cause) => {
    if (cause instanceof ProviderError) return undefined;
    throw cause;
  });
}

/** Accepts whole http and https addresses, and paths on the server. */
function addressOf(host: string, value: unknown): string | undefined {
  const text = textOf(value);
  const base = `https://${host}`;
  if (text === undefined || !isUrl(text, base)) return undefined;
  const { href, protocol, username, password } = new URL(text, base);
  return /^https?:$/.test(protocol) && !username && !password ? href : undefined;
}

/** The widest picture. From version 8.1 on there are several. */
function pictureOf(host: string, answer: Answered): string | undefined {
  const [widest] = objectsOf(answer['thumbnails']).sort(
    (a, b) => (numberOf(b['width']) ?? 0) - (numberOf(a['width']) ?? 0),
  );
  return addressOf(host, widest?.['fileUrl']);
}
