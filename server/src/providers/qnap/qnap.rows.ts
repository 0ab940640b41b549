import { homeRows } from '../home.rows.fixture.ts';

export const qnapRows = homeRows({
  provider: 'qnap',
  service: 'QnapProviderService',
  folder: '/Multimedia/many',
  entries: [{ name: '0.mp4', source: { qnap: { path: '/Multimedia/many/0.mp4' } }, format: 'file' }],
  search: { text: 'one.mp4', finds: [{ name: 'one.mp4', source: { qnap: { path: '/Multimedia/one.mp4' } } }] },
  source: { path: '/Multimedia/one.mp4' },
  plays: { medias: [{ format: 'file', proxied: true, headers: {} }], subtitles: [{ language: 'de' }] },
});
