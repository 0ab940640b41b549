import { ownLive, ownLiveNouns } from '../own-live.ts';
import type { MediaProvider } from '../provider.ts';

/** The place of a live stream that a publisher sends to this server. The server has the bytes itself. */
export const rtmp: MediaProvider<'rtmp'> = {
  name: 'rtmp',
  sourceCase: 'rtmp',
  nouns: ownLiveNouns,
  // It is made here; no link names it.
  recognize: () => undefined,
  check: () => [],
  nameOf: () => 'Live stream',
  outline: () => ownLive,
  resolve: async () => ownLive,
};
