/** How frames travel: over a WebSocket, or, on networks that let none through, as events and posts. */
export type Way = 'socket' | 'line';

/**
 * Number of sockets in a row without a frame, although the server gave each a ticket, after which the other way is
 * tried.
 */
const socketsInVain = 2;

/** Chooses the way of each connection. [CS10] */
export interface Ways {
  /**
   * The way of the next connection. After two sockets in vain, lines and sockets alternate, as the cause may lie
   * elsewhere.
   */
  next(): Way;
  /** A frame has come: the next connection takes this way again. */
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
