import { ownLive, ownLiveNouns } from '../own-live.ts';
import type { MediaProvider } from '../provider.ts';

/** The place of a live stream published to this server. The server has the bytes itself. */
export const rtmp: MediaProvider<'rtmp'> = {
  name: 'rtmp',
  sourceCase: 'rtmp',
  nouns: ownLiveNouns,
  // Places are made by this server; no link points to one.
  recognize: () => undefined,
  check: () => [],
  nameOf: () => 'Live stream',
  outline: () => ownLive,
  resolve: async () => ownLive,
};
