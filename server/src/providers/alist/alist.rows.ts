import { homeRows } from '../home.rows.fixture.ts';

export const alistRows = homeRows({
  provider: 'alist',
  service: 'AlistProviderService',
  folder: '/many',
  entries: [{ name: '0.mp4', source: { alist: { path: '/many/0.mp4', password: '' } }, format: 'file' }],
  search: { text: 'one.mp4', finds: [{ name: 'one.mp4', source: { alist: { path: '/films/one.mp4' } } }] },
  source: { path: '/films/one.mp4' },
  plays: {
    medias: [{ format: 'file', proxied: true, headers: {} }],
    subtitles: [{ language: 'de' }, { name: 'one.ass' }],
  },
});
