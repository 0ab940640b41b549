import { homeRows } from '../home.rows.fixture.ts';

export const embyRows = homeRows({
  provider: 'emby',
  service: 'EmbyProviderService',
  folder: 'lib1',
  entries: [{ name: 'Film 0 (1990)', source: { emby: { item_id: 'm0' } }, duration_seconds: 5_400 }],
  search: { text: 'film 1', finds: [{ name: 'Film 1 (1991)', position_seconds: 600 }] },
  source: { item_id: 'm1' },
  plays: {
    medias: [{ format: 'file', proxied: true, headers: {} }],
    subtitles: [{ language: 'en' }, { language: 'de' }],
  },
});
