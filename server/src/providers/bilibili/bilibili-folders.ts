/** Folders of an account: favourites, history, new episodes, and search results. */

import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import type { Listed, ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { api, ask, idOf, pictureName, visitorCookie } from './bilibili.client.ts';
import { sourceOf, videoOf } from './bilibili.links.ts';
import { askSeason, episodesOf } from './bilibili-items.ts';

type Entry = Listed<'bilibili'>;
type Page = ListedPage<'bilibili'>;
type Item = Parameters<typeof sourceOf>[0];

const [favoritesFolder, historyFolder, timelineFolder] = [
  madeFolder('favorites', FolderKind.FAVORITES),
  madeFolder('history', FolderKind.WATCHED),
  madeFolder('timeline', FolderKind.NEW_EPISODES),
];
const top = [favoritesFolder, historyFolder, timelineFolder];

/** Page size of Bilibili's favourites and search results. */
const pageSize = 20;

/** @throws ProviderError */
export async function listFolder(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<Page> {
  const [kind = '', id = ''] = query.folder.split('/');
  if (query.folder === '') return sliced(top.map(listedFolder), query, []);
  const path = top.filter(({ folder }) => folder === kind);
  if (query.folder === 'favorites') return sliced(await favorites(account, tools), query, path);
  if (query.folder === 'timeline') return sliced(await timeline(account, tools), query, path);
  if (query.folder === 'history') return history(account, query, tools);
  if (kind === 'favorites' && idOf(id)) return favorite(account, id, query, tools);
  if (kind === 'season' && idOf(id)) return season(account, id, query, tools);
  throw new ProviderError('missing');
}

/** @throws ProviderError */
export async function searchVideos(account: OpenAccount, query: SearchQuery, tools: ProviderTools): Promise<Page> {
  const { token: session } = account.credentials;
  const cookie = await visitorCookie(tools);
  return numbered(query, [], async (page) => {
    const asked = { search_type: 'video', keyword: query.text, page: String(page), page_size: String(pageSize) };
    const url = `${api}/x/web-interface/wbi/search/type`;
    const answer = await tools.remember(`${account.id} search ${JSON.stringify(asked)}`, () =>
      ask(url, { query: asked, session, cookie, isSigned: true }, tools),
    );
    const entries = objectsOf(answer['result']).flatMap((found) =>
      videoEntry(account, found, plainText(textOf(found['title'])), found['pic'], secondsOf(textOf(found['duration']))),
    );
    return { entries, hasMore: page < (numberOf(answer['numPages']) ?? 0) };
  });
}

async function favorites({ id, credentials }: OpenAccount, tools: ProviderTools): Promise<Entry[]> {
  const { token: session, userId = '' } = credentials;
  const url = `${api}/x/v3/fav/folder/created/list-all`;
  const answer = await tools.remember(`${id} favorites`, () => ask(url, { query: { up_mid: userId }, session }, tools));
  return objectsOf(answer['list']).flatMap((one) => {
    const folder = idOf(one['id']);
    const name = textOf(one['title']);
    return folder === undefined || name === undefined ? [] : [{ name, is: { folder: `favorites/${folder}` } }];
  });
}

/** Favourites that still exist (`attr`) and are videos (`type`). */
async function favorite(account: OpenAccount, id: string, query: ListQuery, tools: ProviderTools): Promise<Page> {
  const { token: session } = account.credentials;
  let name = '';
  const page = await numbered(query, [], async (number) => {
    const asked = { media_id: id, pn: String(number), ps: String(pageSize), platform: 'web' };
    const answer = await tools.remember(`${account.id} favorites ${JSON.stringify(asked)}`, () =>
      ask(`${api}/x/v3/fav/resource/list`, { query: asked, session }, tools),
    );
    name = textOf(objectOf(answer['info'])?.['title']) ?? name;
    const entries = objectsOf(answer['medias'])
      .filter((one) => one['type'] === 2 && one['attr'] === 0)
      .flatMap((one) => videoEntry(account, one, textOf(one['title']), one['cover'], numberOf(one['duration'])));
    return { entries, hasMore: answer['has_more'] === true };
  });
  return { ...page, path: [favoritesFolder, { folder: query.folder, name: name || id }] };
}

async function season(account: OpenAccount, id: string, query: ListQuery, tools: ProviderTools): Promise<Page> {
  const { token: session } = account.credentials;
  const name = `${account.id} season ${id}`;
  const answer = await tools.remember(name, () => askSeason({ season_id: id }, session, tools));
  const entries = episodesOf(answer).map(({ name, episodeId, durationSeconds, picture }) =>
    entryOf(account, { name, item: { case: 'episodeId', value: episodeId! }, durationSeconds, picture }),
  );
  return sliced(entries, query, [{ folder: query.folder, name: textOf(answer['title']) ?? id }]);
}

/** Released episodes of the previous and following days, newest first (docs/bangumi/timeline.md). */
async function timeline(account: OpenAccount, tools: ProviderTools): Promise<Entry[]> {
  const { token: session } = account.credentials;
  const url = `${api}/pgc/web/timeline`;
  const query = { types: '1', before: '6', after: '6' };
  const answer = await tools.remember(`${account.id} timeline`, () => ask(url, { query, session }, tools));
  const episodes = objectsOf(answer['list']).flatMap((day) => objectsOf(day['episodes']));
  return episodes.reverse().flatMap((episode) => {
    const id = idOf(episode['episode_id']);
    const name = [textOf(episode['title']), textOf(episode['pub_index'])].filter(Boolean).join(' – ');
    if (id === undefined || name === '' || episode['published'] !== 1) return [];
    return [
      entryOf(account, { name, item: { case: 'episodeId', value: id }, picture: pictureName(episode['ep_cover']) }),
    ];
  });
}

/** Watched items, the latest first. A page begins after the position named by the previous page. */
async function history(account: OpenAccount, { after, limit }: ListQuery, tools: ProviderTools): Promise<Page> {
  const { token: session } = account.credentials;
  const [max = '0', viewedAt = '0', business = ''] = after?.split(':') ?? [];
  const ps = String(Math.min(limit, 30));
  const query = { max, view_at: viewedAt, business, ps, type: 'all' };
  const answer = await ask(`${api}/x/web-interface/history/cursor`, { query, session }, tools);
  const list = objectsOf(answer['list']);
  const cursor = objectOf(answer['cursor']);
  const [nextMax, nextAt] = [idOf(cursor?.['max']), idOf(cursor?.['view_at'])];
  const nextKind = textOf(cursor?.['business']) ?? '';
  const hasMore = list.length > 0 && nextMax !== undefined && nextAt !== undefined && /^[a-z-]{0,30}$/.test(nextKind);
  return {
    entries: list.flatMap((one) => watched(account, one)),
    path: [historyFolder],
    ...(hasMore ? { next: `${nextMax}:${nextAt}:${nextKind}` } : {}),
  };
}

function watched(account: OpenAccount, one: Answered): Entry[] {
  const what = objectOf(one['history']);
  const name = textOf(one['title']);
  const kind = textOf(what?.['business']);
  const [episode, room] = [idOf(what?.['epid']), idOf(what?.['oid'])];
  const bvid = textOf(what?.['bvid']) ?? '';
  const item = ((): Item | undefined => {
    if (kind === 'archive' && isVideo(bvid))
      return { case: 'video', value: videoOf(bvid, numberOf(what?.['page']) ?? 0) };
    if (kind === 'pgc' && episode) return { case: 'episodeId', value: episode };
    return kind === 'live' && room ? { case: 'liveRoomId', value: room } : undefined;
  })();
  if (!item || name === undefined) return [];
  const position = numberOf(one['progress']);
  return [
    {
      ...entryOf(account, {
        name,
        item,
        durationSeconds: numberOf(one['duration']),
        picture: pictureName(one['cover']),
      }),
      // -1: to the end.
      ...(position !== undefined && position > 0 ? { positionSeconds: position } : {}),
    },
  ];
}

interface FolderItem {
  readonly name: string;
  readonly item: Item;
  readonly durationSeconds?: number | undefined;
  readonly picture?: string | undefined;
}

function entryOf(account: OpenAccount, { name, item, durationSeconds, picture }: FolderItem): Entry {
  const format = item.case === 'liveRoomId' ? MediaFormat.HLS : MediaFormat.DASH;
  return {
    name,
    is: { source: { ...sourceOf(item), accountId: account.id }, format },
    ...(durationSeconds !== undefined && durationSeconds > 0 ? { durationSeconds } : {}),
    ...(picture === undefined ? {} : { thumbnail: picture }),
  };
}

function videoEntry(
  account: OpenAccount,
  { bvid }: Answered,
  name: string | undefined,
  picture: unknown,
  durationSeconds: number | undefined,
): Entry[] {
  const id = textOf(bvid) ?? '';
  if (name === undefined || !isVideo(id)) return [];
  const item = { case: 'video' as const, value: videoOf(id) };
  return [entryOf(account, { name, item, durationSeconds, picture: pictureName(picture) })];
}

const isVideo = (id: string) => /^BV1[0-9A-Za-z]{9}$/.test(id);

function sliced(entries: readonly Entry[], { after, limit }: ListQuery, path: Page['path']): Page {
  const start = startOf(after);
  const end = start + limit;
  return { entries: entries.slice(start, end), path, ...(end < entries.length ? { next: String(end) } : {}) };
}

/** Combines Bilibili's numbered pages of a fixed size into a page of `limit`: `after` is `page:place`. */
async function numbered(
  { after, limit }: ListQuery,
  path: Page['path'],
  load: (page: number) => Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }>,
): Promise<Page> {
  const [page = 1, place = 0] = after === undefined ? [] : after.split(':').map(startOf);
  const { entries, hasMore } = await load(page);
  const end = place + limit;
  const next = end < entries.length ? `${page}:${end}` : hasMore ? `${page + 1}:0` : undefined;
  return { entries: entries.slice(place, end), path, ...(next === undefined ? {} : { next }) };
}

function startOf(after = '0'): number {
  return needed(/^\d{1,9}$/.test(after) ? Number(after) : undefined);
}

/** Titles of search results contain markup around the search terms. */
function plainText(title: string | undefined): string | undefined {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const text = title?.replace(/<\/?em(?: class="keyword")?>/g, '');
  return text?.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => names[name] ?? '');
}

/** `4:12`, `1:02:33`. */
function secondsOf(text = ''): number | undefined {
  if (!/^\d{1,5}(?::\d{1,2}){1,2}$/.test(text)) return undefined;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
