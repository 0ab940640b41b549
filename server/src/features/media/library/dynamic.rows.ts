import type { Row } from '@matinee/testkit/contract-table.ts';
import { directUrl, type World } from '@matinee/testkit/world.ts';

const folderOf = (w: World) => ({ provider: 'webdav', account_id: w.kept.dav!, folder: '/films', is_shared: true });

export const dynamicRows: Row[] = [
  {
    name: 'a playlist with items of its own',
    as: 'member',
    call: 'RoomService.CreatePlaylist',
    request: { name: 'Series' },
    expect: { ok: {} },
    keep: { series: 'playlist.id' },
  },
  {
    name: 'an account for a dynamic playlist',
    as: 'member',
    call: 'WebdavProviderService.Login',
    request: ({ dav: { url, username, password } }) => ({ url, username, password }),
    expect: { ok: {} },
    keep: { dav: 'account.id' },
  },
  {
    name: '[LI16] the account of somebody else is none',
    as: 'admin',
    call: 'RoomService.CreatePlaylist',
    request: (w) => ({ name: 'Theirs', target: folderOf(w) }),
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[LI16] a provider without folders is refused',
    as: 'member',
    call: 'RoomService.CreatePlaylist',
    request: (w) => ({ name: 'Nothing', target: { ...folderOf(w), provider: 'own_copy' } }),
    expect: { error: 'library.invalid_url' },
  },
  {
    name: '[LI16] a playlist lists a folder',
    as: 'member',
    call: 'RoomService.CreatePlaylist',
    request: (w) => ({ name: 'From home', target: folderOf(w) }),
    expect: {
      ok: { playlist: { name: 'From home', target: { provider: 'webdav', folder: '/films' }, item_count: 0 } },
    },
    keep: { dynamic: 'playlist.id' },
  },
  {
    name: '[LI16] what is in it now',
    as: 'admin',
    call: 'RoomService.ListPlaylistItems',
    request: (w) => ({ playlist_id: w.kept.dynamic!, page_size: 1 }),
    expect: { ok: { entries: [{ name: 'one.mp4', format: 'file' }], media: [] } },
    keep: { entry: 'entries.0.target', entriesCursor: 'next_cursor' },
  },
  {
    name: '[LI16] the next page',
    as: 'admin',
    call: 'RoomService.ListPlaylistItems',
    request: (w) => ({ playlist_id: w.kept.dynamic!, page_size: 1, cursor: w.kept.entriesCursor! }),
    expect: { ok: { entries: [{ name: 'two.mp4' }] } },
  },
  {
    name: '[LI16] it is not sorted',
    as: 'admin',
    call: 'RoomService.ListPlaylistItems',
    request: (w) => ({ playlist_id: w.kept.dynamic!, sort: 'name' }),
    expect: { error: 'library.not_for_dynamic' },
  },
  {
    name: '[LI16] nor searched where its server cannot',
    as: 'admin',
    call: 'RoomService.ListPlaylistItems',
    request: (w) => ({ playlist_id: w.kept.dynamic!, search: 'one' }),
    expect: { error: 'providers.cannot_search' },
  },
  {
    name: '[LI16] nothing is added to it',
    as: 'member',
    call: 'RoomService.AddMedia',
    request: (w) => ({ playlist_id: w.kept.dynamic!, source: directUrl('film') }),
    expect: { error: 'library.dynamic_playlist' },
  },
  {
    name: '[LI16] a playlist with items of its own does not become dynamic',
    as: 'member',
    call: 'RoomService.UpdatePlaylist',
    request: (w) => ({ playlist_id: w.kept.series!, target: folderOf(w) }),
    expect: { error: 'library.not_dynamic' },
  },
  {
    name: '[LI18] an entry is played',
    as: 'admin',
    call: 'RoomService.StartPlayback',
    request: (w) => ({ target: w.kept.entry!, paused: true }),
    expect: { ok: (w) => ({ playback_state: { playlist_id: w.kept.dynamic!, media_name: 'one.mp4' } }) },
  },
  {
    name: '[LI17] an entry is not made up',
    as: 'admin',
    call: 'RoomService.StartPlayback',
    request: { target: 'L2ZpbG1zL29uZS5tcDQ' },
    expect: { error: 'library.invalid_target' },
  },
  {
    name: '[LI18] something must be named',
    as: 'admin',
    call: 'RoomService.StartPlayback',
    expect: { error: 'call.invalid_request' },
  },
];
