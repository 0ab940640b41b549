import { makeStore, type Store } from '../../../../client/store.ts';

/** Bytes received and sent since the page was opened, and the number of peers connected now. */
export interface ExchangeFigures {
  readonly fromPeers: number;
  readonly fromOrigin: number;
  readonly toPeers: number;
  readonly peers: number;
}

const store = makeStore<ExchangeFigures>({ fromPeers: 0, fromOrigin: 0, toPeers: 0, peers: 0 });

/** The exchange of this page with others, in figures. */
export const exchangeFigures: Store<ExchangeFigures> = store;

export function addFigures(more: Partial<ExchangeFigures>): void {
  const now = store.get();
  store.set({
    fromPeers: now.fromPeers + (more.fromPeers ?? 0),
    fromOrigin: now.fromOrigin + (more.fromOrigin ?? 0),
    toPeers: now.toPeers + (more.toPeers ?? 0),
    peers: Math.max(0, now.peers + (more.peers ?? 0)),
  });
}
