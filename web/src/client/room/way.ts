/** How frames travel: over a WebSocket, or, on networks that let none through, as events and posts. */
export type Way = 'socket' | 'line';

/** After this many sockets in a row that got a ticket but no frame, the other way is tried. */
const socketsInVain = 2;

/** Chooses the way of each connection. [CS10] */
export interface Ways {
  /**
   * The way of the next connection. After two failed sockets, lines and sockets alternate, as the cause may lie
   * elsewhere.
   */
  next(): Way;
  /** A frame arrived: the next connection uses this way again. */
  worked(way: Way): void;
  /** The network has changed: the new one may let sockets through. */
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
