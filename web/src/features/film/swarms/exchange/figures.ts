import { makeStore, type Store } from '../../../../client/store.ts';

/** Bytes that came and went since the page was opened, and peers that are connected now. */
export interface ExchangeFigures {
  readonly fromPeers: number;
  readonly fromOrigin: number;
  readonly toPeers: number;
  readonly peers: number;
}

const store = makeStore<ExchangeFigures>({ fromPeers: 0, fromOrigin: 0, toPeers: 0, peers: 0 });

/** What this page exchanges with others. */
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
