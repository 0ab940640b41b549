/** Public content of a PeerTube server, as folders. [PT6] */
import { create } from '@bufbuild/protobuf';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { PeertubeSourceSchema } from '@matinee/contract/gen/service/provider/peertube_pb.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import type { Listed, ListedPage, ListQuery, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Owner, PageOf, PeertubeFilm, PeertubeLists, PeertubePlace } from './peertube.lists.ts';

type Page = ListedPage<'peertube'>;
type Entry = Listed<'peertube'>;

const topFolders = [
  madeFolder('live', FolderKind.LIVE),
  madeFolder('channels', FolderKind.CHANNELS),
  madeFolder('playlists', FolderKind.PLAYLISTS),
];
const owners: Readonly<Record<string, Owner>> = { channel: 'video-channels', account: 'accounts' };

/** The folder shown by a web page of a server, from its path; undefined: none. [PT7] */
export function folderOf(path: string): string | undefined {
  const [, place, id] =
    /^\/(c|video-channels|a|accounts|w\/p|videos\/watch\/playlist)\/([\w.@:-]{1,200})(?:\/|$)/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const form = { c: 'channel', 'video-channels': 'channel', a: 'account', accounts: 'account' }[place!] ?? 'playlist';
  return `${form}/${id}`;
}

/** @throws ProviderError `missing` for a folder of another form. */
export async function listFolder(host: string, lists: PeertubeLists, { folder, ...paged }: ListQuery): Promise<Page> {
  const toFilm = toEntry(host);
  const path = topFolders.filter((one) => one.folder === folder);
  if (folder === '') {
    const page = pageOf(await lists.newest(paged), toFilm, []);
    return paged.after === undefined ? { ...page, entries: [...topFolders.map(listedFolder), ...page.entries] } : page;
  }
  if (folder === 'live') return pageOf(await lists.live(paged), toFilm, path);
  if (folder === 'channels') return pageOf(await lists.channels(paged), toPlace('channel'), path);
  if (folder === 'playlists') return pageOf(await lists.playlists(paged), toPlace('playlist'), path);
  const [, form = '', id = '', below] =
    /^(channel|account|playlist)\/([\w.@:-]{1,200})(\/playlists)?$/.exec(folder) ?? [];
  const owner = owners[form];
  if (owner) return listOwner(host, lists, { owner, form, id, isPlaylists: below !== undefined }, paged);
  if (form === '' || below !== undefined) throw new ProviderError('missing');
  const [name, page] = await Promise.all([lists.nameOf('video-playlists', id), lists.playlist(id, paged)]);
  return pageOf(page, toFilm, [{ folder, name }]);
}

/** Searches videos or, in the folder `channels`, channels. @throws ProviderError */
export async function searchFor(
  host: string,
  lists: PeertubeLists,
  { folder, text, ...paged }: SearchQuery,
): Promise<Page> {
  return folder === 'channels'
    ? pageOf(await lists.searchChannels(text, paged), toPlace('channel'), [])
    : pageOf(await lists.searchVideos(text, paged), toEntry(host), []);
}

interface OwnerFolder {
  readonly owner: Owner;
  readonly form: string;
  readonly id: string;
  readonly isPlaylists: boolean;
}

async function listOwner(
  host: string,
  lists: PeertubeLists,
  { owner, form, id, isPlaylists }: OwnerFolder,
  paged: Pick<ListQuery, 'after' | 'limit'>,
): Promise<Page> {
  const top = { folder: `${form}/${id}`, name: await lists.nameOf(owner, id) };
  const playlists = madeFolder(`${top.folder}/playlists`, FolderKind.PLAYLISTS);
  if (isPlaylists) return pageOf(await lists.playlistsOf(owner, id, paged), toPlace('playlist'), [top, playlists]);
  const page = pageOf(await lists.videosOf(owner, id, paged), toEntry(host), [top]);
  return paged.after === undefined ? { ...page, entries: [listedFolder(playlists), ...page.entries] } : page;
}

function pageOf<T>({ items, next }: PageOf<T>, toListed: (item: T) => Entry, path: Page['path']): Page {
  return { entries: items.map(toListed), path, ...(next === undefined ? {} : { next }) };
}

const toPlace =
  (form: 'channel' | 'playlist') =>
  ({ id, name }: PeertubePlace): Entry => ({ name, is: { folder: `${form}/${id}` } });

const toEntry =
  (host: string) =>
  ({ id, name, durationSeconds, publishedAt, picture }: PeertubeFilm): Entry => ({
    name,
    is: { source: create(PeertubeSourceSchema, { host, videoId: id }), format: MediaFormat.HLS },
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(publishedAt === undefined ? {} : { modifiedAt: publishedAt }),
    ...(picture === undefined ? {} : { thumbnail: picture }),
  });
