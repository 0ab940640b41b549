import { homeRows } from '../home.rows.fixture.ts';
import { library } from './seafile.fake.ts';

export const seafileRows = homeRows({
  provider: 'seafile',
  service: 'SeafileProviderService',
  folder: `${library.films}/many`,
  entries: [{ name: '0.mp4', source: { seafile: { path: '/many/0.mp4', password: '' } }, format: 'file' }],
  search: { text: 'one.mp4', finds: [{ name: 'one.mp4', source: { seafile: { path: '/films/one.mp4' } } }] },
  source: { library_id: library.films, path: '/films/one.mp4' },
  plays: { medias: [{ format: 'file', proxied: true, headers: {} }], subtitles: [{ language: 'de' }] },
});
