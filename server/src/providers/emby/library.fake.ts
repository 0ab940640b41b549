/** The libraries of a fake Jellyfin or Emby server, and their listings. */

/** The three dialects of these servers. */
export type Dialect = 'jellyfin' | 'old jellyfin' | 'emby';

/** JSON of either server. */
export type Message = Readonly<Record<string, unknown>>;

const minutes = (count: number) => count * 60 * 10_000_000;
const film = (n: number): Message => ({
  Id: `m${n}`,
  ParentId: 'lib1',
  Name: `Film ${n}`,
  Type: 'Movie',
  MediaType: 'Video',
  IsFolder: false,
  ProductionYear: 1990 + n,
  RunTimeTicks: minutes(90 + n),
  DateCreated: '2026-01-02T03:04:05.0000000Z',
  ImageTags: n === 1 ? { Primary: 'tag1' } : {},
  UserData: { PlaybackPositionTicks: n === 1 ? minutes(10) : 0, IsFavorite: n === 2, Played: false },
});
const folder = (Id: string, ParentId: string, Type: string, Name: string): Message => ({
  Id,
  ParentId,
  Type,
  Name,
  IsFolder: true,
  ImageTags: {},
});
const episode = (n: number, more: Message = {}): Message => ({
  Id: `e${n}`,
  ParentId: 'season1',
  Name: `Part ${n}`,
  Type: 'Episode',
  SeriesName: 'The series',
  IndexNumber: n,
  ParentIndexNumber: 1,
  MediaType: 'Video',
  IsFolder: false,
  RunTimeTicks: minutes(45),
  ImageTags: {},
  UserData: { PlaybackPositionTicks: 0 },
  ...more,
});
export const items: readonly Message[] = [
  folder('lib1', 'root', 'CollectionFolder', 'Films'),
  folder('lib2', 'root', 'CollectionFolder', 'Shows'),
  ...[0, 1, 2, 3, 4, 5, 6].map(film),
  folder('series1', 'lib2', 'Series', 'The series'),
  folder('season1', 'series1', 'Season', 'Season 1'),
  episode(1),
  episode(2),
  episode(3, { LocationType: 'Virtual' }),
  { Id: 'photo1', ParentId: 'lib2', Name: 'A photo', Type: 'Photo', MediaType: 'Photo', IsFolder: false },
];
export const chapters = [
  { StartPositionTicks: minutes(50), Name: 'The end' },
  { StartPositionTicks: 0, Name: 'The beginning' },
];

export function listOf(path: string, query: URLSearchParams): readonly Message[] | undefined {
  const media = items.filter(({ MediaType }) => MediaType === 'Video');
  const userData = ({ UserData }: Message) => (UserData ?? {}) as Message;
  if (path === '/Views' || path === '/UserViews') return items.filter(({ ParentId }) => ParentId === 'root');
  if (path === '/Items/Resume' || path === '/UserItems/Resume')
    return media.filter((item) => Number(userData(item)['PlaybackPositionTicks'] ?? 0) > 0);
  if (path === '/Shows/NextUp') return media.filter(({ Id }) => Id === 'e2');
  if (path !== '/Items') return undefined;
  const text = query.get('searchterm')?.toLowerCase();
  const types = query.get('includeitemtypes')?.split(',');
  const parent = query.get('parentid');
  const isRecursive = query.get('recursive') === 'true';
  return items.filter(
    (item) =>
      (text === undefined || String(item['Name']).toLowerCase().includes(text)) &&
      (types === undefined || types.includes(String(item['Type']))) &&
      (query.get('filters') !== 'IsFavorite' || userData(item)['IsFavorite'] === true) &&
      (isRecursive ? parent === null || isBelow(item, parent) : item['ParentId'] === parent),
  );
}

function isBelow(item: Message | undefined, parent: string): boolean {
  if (!item) return false;
  return (
    item['ParentId'] === parent ||
    isBelow(
      items.find(({ Id }) => Id === item['ParentId']),
      parent,
    )
  );
}

export function pageOf(list: readonly Message[], query: URLSearchParams): Message {
  const start = Number(query.get('startindex') ?? 0);
  const limit = Number(query.get('limit') ?? 1_000);
  return { Items: list.slice(start, start + limit), TotalRecordCount: list.length, StartIndex: start };
}

export function ancestorsOf(item: Message): Message[] {
  const parent = items.find(({ Id }) => Id === item['ParentId']);
  return parent ? [parent, ...ancestorsOf(parent)] : [{ Id: 'root', Type: 'UserRootFolder', Name: 'Media Folders' }];
}

/** Jellyfin has these pictures since 10.9. An item includes them only on request. */
export function trickplayOf(id: string, dialect: Dialect, query: URLSearchParams): Message {
  if (dialect !== 'jellyfin' || id !== 'm1' || !query.get('fields')?.split(',').includes('Trickplay')) return {};
  const info = (Width: number) => ({
    Width,
    Height: (Width * 9) / 16,
    TileWidth: 10,
    TileHeight: 10,
    Interval: 10_000,
  });
  return { Trickplay: { m1: { 640: info(640), 320: info(320) } } };
}
