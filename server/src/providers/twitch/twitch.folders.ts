/** Content of Twitch, as folders. [TW5] [TW6] */
import { create } from '@bufbuild/protobuf';
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import type { Listed, ListedPage, ListQuery, OpenAccount, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { PageOf, TwitchApi, TwitchFilm, TwitchPlace, TwitchPlan, TwitchStream } from './twitch.client.ts';

type Page = ListedPage<'twitch'>;
type Entry = Listed<'twitch'>;
type Path = Page['path'];
type Paged = Pick<ListQuery, 'after' | 'limit'>;

const categoriesFolder = madeFolder('categories', FolderKind.CATEGORIES);
const topFolders = [madeFolder('live', FolderKind.LIVE), categoriesFolder];
const ownFolders = [
  madeFolder('followed', FolderKind.FOLLOWED_LIVE),
  madeFolder('channels', FolderKind.FOLLOWED_CHANNELS),
];
const partKinds = { videos: FolderKind.VIDEOS, clips: FolderKind.CLIPS, schedule: FolderKind.SCHEDULE } as const;
type Part = keyof typeof partKinds;

/** @throws ProviderError `missing` for a folder of another form */
export async function listFolder(
  api: TwitchApi,
  { credentials }: OpenAccount,
  { folder, ...paged }: ListQuery,
): Promise<Page> {
  const { userId } = credentials;
  if (folder === '')
    return { entries: [...(userId === undefined ? [] : ownFolders), ...topFolders].map(listedFolder), path: [] };
  const path = [...topFolders, ...ownFolders].filter((one) => one.folder === folder);
  if (folder === 'live') return pageOf(await api.streams({}, paged), toLive, path);
  if (folder === 'categories') return pageOf(await api.categories(paged), toPlace('category'), path);
  if (folder === 'followed' && userId) return pageOf(await api.followedStreams(userId, paged), toLive, path);
  if (folder === 'channels' && userId)
    return pageOf(await api.followedChannels(userId, paged), toPlace('channel'), path);
  const [, form, id = '', part] =
    /^(category|channel)\/([a-z0-9_]{1,25})(?:\/(videos|clips|schedule))?$/.exec(folder) ?? [];
  if (form === 'category') return listCategory(api, id, part, paged);
  if (form === 'channel') return listChannel(api, id, part, paged);
  throw new ProviderError('missing');
}

/** Searches channels or, below categories, categories. @throws ProviderError */
export async function searchFor(api: TwitchApi, { folder, text, ...paged }: SearchQuery): Promise<Page> {
  return folder === 'categories'
    ? pageOf(await api.searchCategories(text, paged), toPlace('category'), [])
    : pageOf(await api.searchChannels(text, paged), toPlace('channel'), []);
}

async function listCategory(api: TwitchApi, id: string, part: string | undefined, paged: Paged): Promise<Page> {
  const category = await api.category(id);
  if (!category) throw new ProviderError('missing');
  const top = [categoriesFolder, { folder: `category/${id}`, name: category.name }];
  if (part === 'videos') return pageOf(await api.videos({ game_id: id }, paged), toVideo, [...top, partOf(top, part)]);
  if (part === 'clips') return pageOf(await api.clips({ game_id: id }, paged), toClip, [...top, partOf(top, part)]);
  if (part !== undefined) throw new ProviderError('missing');
  const page = pageOf(await api.streams({ game_id: id }, paged), toLive, top);
  return paged.after === undefined
    ? { ...page, entries: [...partsBelow(top, ['videos', 'clips']), ...page.entries] }
    : page;
}

async function listChannel(api: TwitchApi, login: string, part: string | undefined, paged: Paged): Promise<Page> {
  const { id, name, number } = await api.user(login);
  const top = [{ folder: `channel/${id}`, name }];
  const path = part === undefined ? top : [...top, partOf(top, part)];
  if (part === 'videos') return pageOf(await api.videos({ user_id: number }, paged), toVideo, path);
  if (part === 'clips') return pageOf(await api.clips({ broadcaster_id: number }, paged), toClip, path);
  if (part === 'schedule') return pageOf(await api.schedule(number, paged), (plan) => toPlan(plan, id), path);
  const { items } = await api.streams({ user_login: id }, { after: undefined, limit: 1 });
  // A channel without a stream can be added too: it plays once it is live.
  const now: Entry[] = items.length > 0 ? items.map(toLive) : [{ name, ...sourceOf(EmbedKind.CHANNEL, id) }];
  return { entries: [...partsBelow(top, ['videos', 'clips', 'schedule']), ...now], path };
}

const partOf = (top: Path, part: string) => madeFolder(`${top.at(-1)!.folder}/${part}`, partKinds[part as Part]);

const partsBelow = (top: Path, parts: readonly Part[]): Entry[] => parts.map((part) => listedFolder(partOf(top, part)));

function pageOf<T>({ items, next }: PageOf<T>, toEntry: (item: T) => Entry, path: Path): Page {
  return { entries: items.map(toEntry), path, ...(next === undefined ? {} : { next }) };
}

function sourceOf(kind: EmbedKind, id: string): Pick<Entry, 'is'> {
  return { is: { source: create(TwitchSourceSchema, { kind, id }), format: MediaFormat.EMBED } };
}

const toPlace =
  (form: 'category' | 'channel') =>
  ({ id, name }: TwitchPlace): Entry => ({ name, is: { folder: `${form}/${id}` } });

function toLive({ login, channel, title, picture, startedAt }: TwitchStream): Entry {
  return {
    name: title === '' ? channel || login : `${channel || login}: ${title}`,
    ...sourceOf(EmbedKind.CHANNEL, login),
    ...(picture === undefined ? {} : { thumbnail: picture }),
    ...(startedAt === undefined ? {} : { modifiedAt: startedAt }),
  };
}

/** An announced broadcast. Its source is the channel, which plays it then. */
function toPlan({ title, category, startsAt }: TwitchPlan, login: string): Entry {
  const at = startsAt.toISOString().slice(0, 16).replace('T', ' ');
  const name = [`${at} UTC`, title, category].filter(Boolean).join(' · ');
  return { name, ...sourceOf(EmbedKind.CHANNEL, login), modifiedAt: startsAt };
}

const toVideo = (film: TwitchFilm): Entry => toFilm(film, EmbedKind.VIDEO);
const toClip = (film: TwitchFilm): Entry => toFilm(film, EmbedKind.CLIP);

function toFilm({ id, title, durationSeconds, createdAt, picture }: TwitchFilm, kind: EmbedKind): Entry {
  return {
    name: title || id,
    ...sourceOf(kind, id),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(createdAt === undefined ? {} : { modifiedAt: createdAt }),
    ...(picture === undefined ? {} : { thumbnail: picture }),
  };
}
