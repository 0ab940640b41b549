/** Lists of Jellyfin and Emby: libraries, folders, series, seasons, episodes, and items to continue. */
import { create } from '@bufbuild/protobuf';
import { EmbySourceSchema } from '@matinee/contract/gen/service/provider/emby_pb.ts';
import { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import { listedFolder, madeFolder } from '../made-folders.ts';
import type { Listed, ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { accountOf, addressOf, type EmbyAccount, getItem, getJson, headersOf, personalPath } from './emby.client.ts';

/** A tick is 100 nanoseconds. */
const ticksPerSecond = 10_000_000;

export function secondsOf(ticks: unknown): number | undefined {
  const value = numberOf(ticks);
  return value === undefined || value < 0 ? undefined : value / ticksPerSecond;
}

export function ticksOf(seconds: number): number {
  return Math.round(seconds * ticksPerSecond);
}

/** Lists that are not folders on the server. Ids of items contain no colon, so these ids never collide. */
const special = [
  madeFolder('list:resume', FolderKind.CONTINUE),
  madeFolder('list:next-up', FolderKind.NEXT_UP),
  madeFolder('list:favorites', FolderKind.FAVORITES),
];

/** Playable types; photos and books are not. */
const playableTypes = 'Movie,Episode,Video,MusicVideo,Audio,Trailer';
const searchedTypes = `Series,${playableTypes}`;

type Query = Readonly<Record<string, string | number | undefined>>;

/** @throws ProviderError */
export function listFolder(account: OpenAccount, query: ListQuery, tools: ProviderTools): Promise<ListedPage<'emby'>> {
  return query.folder === '' ? listTop(account, query, tools) : listBelow(account, query, tools);
}

/** The special lists, then the libraries. They are few, so they are paged here. */
async function listTop(open: OpenAccount, { after, limit }: ListQuery, tools: ProviderTools) {
  const account = accountOf(open.credentials);
  const views = await tools.remember(`${open.id} views`, () =>
    getJson(account, personalPath(account, 'Views'), { userId: account.userId }, tools),
  );
  const entries: Listed<'emby'>[] = [
    ...special.map(listedFolder),
    ...objectsOf(itemsOf(views)).flatMap((item) => toListed(open.id, item)),
  ];
  const start = Number(after ?? 0);
  const end = start + limit;
  return { entries: entries.slice(start, end), path: [], ...(end < entries.length ? { next: String(end) } : {}) };
}

async function listBelow(open: OpenAccount, { folder, after, limit }: ListQuery, tools: ProviderTools) {
  const account = accountOf(open.credentials);
  const page = { StartIndex: Number(after ?? 0), Limit: limit };
  const list = special.find((one) => one.folder === folder);
  const [answer, path] = list
    ? [await getJson(account, ...specialList(account, list.folder, page), tools), [list]]
    : await Promise.all([
        getJson(account, personalPath(account, 'Items'), folderQuery(account, folder, page), tools),
        foldersTo(open, folder, tools),
      ]);
  return toPage(open.id, answer, page, path, { withSeries: list !== undefined });
}

/** @throws ProviderError */
export async function search(
  open: OpenAccount,
  { text, folder, after, limit }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'emby'>> {
  const account = accountOf(open.credentials);
  const page = { StartIndex: Number(after ?? 0), Limit: limit };
  const query = {
    ...commonQuery(account, page),
    SearchTerm: text,
    Recursive: 'true',
    IncludeItemTypes: searchedTypes,
    ParentId: isItemId(folder) ? folder : undefined,
  };
  const answer = await getJson(account, personalPath(account, 'Items'), query, tools);
  return toPage(open.id, answer, page, [], { withSeries: true });
}

function isItemId(folder: string): boolean {
  return /^[0-9A-Za-z-]{1,64}$/.test(folder);
}

interface Page {
  readonly StartIndex: number;
  readonly Limit: number;
}

function commonQuery({ userId }: EmbyAccount, page: Page): Query {
  return {
    ...page,
    userId,
    Fields: 'PrimaryImageAspectRatio,DateCreated',
    EnableImageTypes: 'Primary',
    EnableUserData: 'true',
  };
}

function folderQuery(account: EmbyAccount, folder: string, page: Page): Query {
  return { ...commonQuery(account, page), ParentId: folder, SortBy: 'IsFolder,SortName', SortOrder: 'Ascending' };
}

function specialList(account: EmbyAccount, folder: string, page: Page): [string, Query] {
  const query = commonQuery(account, page);
  if (folder === 'list:resume')
    return [personalPath(account, 'Items/Resume'), { ...query, MediaTypes: 'Video', Recursive: 'true' }];
  if (folder === 'list:next-up') return ['/Shows/NextUp', query];
  const filters = {
    Filters: 'IsFavorite',
    Recursive: 'true',
    IncludeItemTypes: `${searchedTypes},Season,BoxSet,Folder`,
  };
  return [personalPath(account, 'Items'), { ...query, ...filters, SortBy: 'SortName', SortOrder: 'Ascending' }];
}

/** Folders from the library down to `folder`. */
async function foldersTo(open: OpenAccount, folder: string, tools: ProviderTools): Promise<ListedPage['path']> {
  const account = accountOf(open.credentials);
  return tools.remember(`${open.id} path ${folder}`, async () => {
    const [item, above] = await Promise.all([getItem(account, folder, tools), ancestorsOf(account, folder, tools)]);
    const chain = [
      ...above.filter(({ Type }) => !/^(?:UserRootFolder|AggregateFolder|Root)$/.test(textOf(Type) ?? '')).reverse(),
      item,
    ];
    return chain.map((one) => ({ folder: textOf(one['Id']) ?? '', name: textOf(one['Name']) ?? '' }));
  });
}

/** Nearest first. */
async function ancestorsOf(account: EmbyAccount, folder: string, tools: ProviderTools): Promise<Answered[]> {
  const url = addressOf(account, `/Items/${folder}/Ancestors`, { userId: account.userId });
  const answer = await tools.ask(url, { headers: headersOf(account) });
  return objectsOf(await answer.json().catch(() => undefined));
}

function itemsOf(answer: Answered): unknown {
  return answer['Items'];
}

function toPage(
  accountId: string,
  answer: Answered,
  { StartIndex, Limit }: Page,
  path: ListedPage['path'],
  naming: { readonly withSeries: boolean },
): ListedPage<'emby'> {
  const items = objectsOf(itemsOf(answer));
  const end = StartIndex + items.length;
  const total = numberOf(answer['TotalRecordCount']);
  // Some lists do not state their total; then a full page may have a next one.
  const hasMore = items.length > 0 && (total === undefined || total === 0 ? items.length === Limit : end < total);
  return {
    entries: items.flatMap((item) => toListed(accountId, item, naming)),
    path,
    ...(hasMore ? { next: String(end) } : {}),
  };
}

function toListed(accountId: string, item: Answered, naming = { withSeries: false }): Listed<'emby'>[] {
  const id = textOf(item['Id']);
  const isMedia = ['Video', 'Audio'].includes(textOf(item['MediaType']) ?? '');
  const isFolder = item['IsFolder'] === true || item['Type'] === 'UserView' || item['Type'] === 'CollectionFolder';
  // Skips episodes that the server lists but does not have.
  if (id === undefined || !isItemId(id) || item['LocationType'] === 'Virtual' || !(isFolder || isMedia)) return [];
  const userData = objectOf(item['UserData']);
  const durationSeconds = secondsOf(item['RunTimeTicks']);
  const positionSeconds = secondsOf(userData?.['PlaybackPositionTicks']);
  const created = Date.parse(textOf(item['DateCreated']) ?? '');
  return [
    {
      name: nameOf(item, naming),
      is: isFolder
        ? { folder: id }
        : { source: create(EmbySourceSchema, { accountId, itemId: id }), format: MediaFormat.FILE },
      ...(objectOf(item['ImageTags'])?.['Primary'] === undefined ? {} : { thumbnail: id }),
      ...(durationSeconds === undefined || isFolder ? {} : { durationSeconds }),
      ...(positionSeconds === undefined || positionSeconds === 0 ? {} : { positionSeconds }),
      ...(Number.isNaN(created) ? {} : { modifiedAt: new Date(created) }),
    },
  ];
}

/** `S1 E2 · The name`, with the name of the series unless the list shows it; `The name (1999)` for a film. */
export function nameOf(item: Answered, { withSeries } = { withSeries: true }): string {
  const name = textOf(item['Name']) ?? '';
  if (item['Type'] !== 'Episode') {
    const year = item['Type'] === 'Movie' ? numberOf(item['ProductionYear']) : undefined;
    return year === undefined ? name : `${name} (${year})`;
  }
  const [season, episode] = [numberOf(item['ParentIndexNumber']), numberOf(item['IndexNumber'])];
  const place = [season === undefined ? '' : `S${season}`, episode === undefined ? '' : `E${episode}`].join(' ').trim();
  const series = withSeries ? textOf(item['SeriesName']) : undefined;
  return [series, place, name].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** A response that is not JSON does not come from such a server. @throws ProviderError */
export async function checkAccount(open: OpenAccount, tools: ProviderTools): Promise<void> {
  const account = accountOf(open.credentials);
  await readJson(await tools.ask(addressOf(account, `/Users/${account.userId}`), { headers: headersOf(account) }));
}
