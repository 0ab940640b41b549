/** How frames travel: over a WebSocket, or, where the network lets none through, as events and posts. */
export type Way = 'socket' | 'line';

/** After so many sockets in a row that brought no frame, though the server gave each a ticket, the other way is tried. */
const socketsInVain = 2;

/** Chooses the way of each connection. [CS10] */
export interface Ways {
  /** The way of the next connection: after two sockets in vain the other one and sockets in turn, as the cause may be another. */
  next(): Way;
  /** A frame has come: this way is taken the next time as well. */
  worked(way: Way): void;
  /** The network is another one, which may let sockets through. */
  forget(): void;
}

export function makeWays(): Ways {
  let inVain = 0;
  return {
    next() {
      const surplus = inVain - socketsInVain;
      inVain += 1;
      return surplus >= 0 && surplus % 2 === 0 ? 'line' : 'socket';
    },
    worked(way) {
      inVain = way === 'socket' ? 0 : socketsInVain;
    },
    forget() {
      inVain = 0;
    },
  };
}
