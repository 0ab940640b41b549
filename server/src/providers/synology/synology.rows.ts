import { homeRows } from '../home.rows.fixture.ts';

export const synologyRows = homeRows({
  provider: 'synology',
  service: 'SynologyProviderService',
  folder: '/video/many',
  entries: [{ name: '0.mp4', source: { synology: { path: '/video/many/0.mp4' } }, format: 'file' }],
  search: { text: 'one.mp4', finds: [{ name: 'one.mp4', source: { synology: { path: '/video/one.mp4' } } }] },
  source: { path: '/video/one.mp4' },
  plays: { medias: [{ format: 'file', proxied: true, headers: {} }], subtitles: [{ language: 'de' }] },
});
