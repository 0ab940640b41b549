import { homeRows } from '../home.rows.fixture.ts';

export const cloudreveRows = homeRows({
  provider: 'cloudreve',
  service: 'CloudreveProviderService',
  folder: 'cloudreve://my/many',
  entries: [{ name: '0.mp4', source: { cloudreve: { uri: 'cloudreve://my/many/0.mp4' } }, format: 'file' }],
  search: {
    text: 'one.mp4',
    finds: [
      { name: 'one.mp4', source: { cloudreve: { uri: 'cloudreve://my/films/one.mp4' } }, duration_seconds: 90.5 },
    ],
  },
  source: { uri: 'cloudreve://my/films/one.mp4' },
  plays: { medias: [{ format: 'file', proxied: true, headers: {} }], subtitles: [{ language: 'de' }] },
});
