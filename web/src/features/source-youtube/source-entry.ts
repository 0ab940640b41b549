import { defineSourceWith } from '../sources/source-entry.port.ts';

export const sourceEntry = defineSourceWith({
  provider: 'youtube',
  namespace: 'source-youtube',
  order: 95,
  service: 'YoutubeProviderService',
  signIn: 'YoutubeProviderService.Bind',
  signOut: 'YoutubeProviderService.Unbind',
  openHost: 'youtube.com',
  search: 'YoutubeProviderService.Search',
  wordFor: (folder) => (folder.endsWith('/playlists') ? 'lists.playlists' : undefined),
  fields: [{ name: 'api_key', kind: 'password' }],
});
