import type { Media, Recognized } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import type { AddableMedia } from '../sources/addable-media.ts';
import type { SourceFolder } from '../sources/source-folder.ts';
import { siteOf } from './links.port.ts';

/** The media that a link points to. */
export interface RecognizedLink {
  readonly link: string;
  /** Undefined: the link names nothing that can be played. */
  readonly found: (Recognized & AddableMedia) | undefined;
  /** Name of the site whose pages cannot be played. Undefined: another reason, or none. */
  readonly site: string | undefined;
  /** Set if the link names a list of films. */
  readonly folder: SourceFolder | undefined;
}

/** Most links in one request (contract, `RecognizeRequest`). */
const maxTexts = 100;

/**
 * Resolves links on the server, in their order.
 * @throws ApiError [WL2]
 */
export async function recognizeLinks(api: Api, links: readonly string[]): Promise<readonly RecognizedLink[]> {
  const recognized: RecognizedLink[] = [];
  for (let start = 0; start < links.length; start += maxTexts) {
    const texts = links.slice(start, start + maxTexts);
    const { results } = await api.call('ProviderCommonService.Recognize', { texts });
    recognized.push(...texts.map((link, index) => recognizedLink(link, results[index])));
  }
  return recognized;
}

/** The server takes every address for one of a file. A page of a known site is none. */
function recognizedLink(link: string, result: Recognized | undefined): RecognizedLink {
  const site = result?.provider === undefined || result.provider === 'direct_url' ? siteOf(link) : undefined;
  const found = result?.source && !site ? { ...result, source: result.source } : undefined;
  const { provider, folder, account_id: accountId = '' } = result ?? {};
  const isFolder = provider !== undefined && folder !== undefined;
  return { link, found, site, folder: isFolder ? { provider, folder, accountId } : undefined };
}

export interface AddingItems {
  readonly roomId: string;
  /** Absent: the root playlist. */
  readonly playlistId?: string | undefined;
  readonly items: readonly AddableMedia[];
  /** Whether the first one starts. */
  readonly play: boolean;
}

/** Adds 100 items at most at the end of a playlist, all or none. @throws ApiError */
export async function addItems(api: Api, { roomId, playlistId, items, play }: AddingItems): Promise<readonly Media[]> {
  const { media } = await api.call('RoomService.AddMediaBatch', {
    room_id: roomId,
    ...(playlistId === undefined ? {} : { playlist_id: playlistId }),
    items: items.map(({ name, source }) => ({ name, source })),
  });
  const first = media[0];
  if (play && first) await api.call('RoomService.StartPlayback', { room_id: roomId, media_id: first.id });
  return media;
}
