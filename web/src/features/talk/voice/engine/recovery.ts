import { makeStore, type Store } from '../../../../client/store.ts';
import type { PeerLink } from './peer-link.ts';

/** The state of the way to a person, as it is shown. */
export type WayState = 'finding' | 'there' | 'lost' | 'none';

/**
 * A first way may take this long, in milliseconds, before another one is looked for. The other side waits longer, so
 * that only one of them offers.
 */
const firstMs = { starter: 8_000, other: 11_000 };
/**
 * Time that a broken connection has to recover without help (ms): ICE finds another pair of candidates within
 * seconds.
 */
const brokenMs = { starter: 3_000, other: 5_000 };
/** Time between tries: doubled each time, up to `most`. The side that did not start waits `otherLater` longer. */
const againMs = { first: 8_000, most: 60_000, otherLater: 2_000 };
/** After this many failed tries the way is shown as impossible. Tries continue. */
const triesBeforeNone = 2;

export interface Recovery {
  readonly state: Store<WayState>;
  /** The network has changed: the old path is dead, whatever the connection reports. */
  networkChanged(): void;
  /** The person asks for another try now. */
  retry(): void;
  close(): void;
}

/** Looks for another way when the way of `link` breaks, less and less often. [WVO5] */
export function makeRecovery(link: Pick<PeerLink, 'state' | 'restart'>, isStarter: boolean): Recovery {
  const state = makeStore<WayState>('finding');
  const side = isStarter ? 'starter' : 'other';
  let tries = 0;
  let wasThere = false;
  const { wait, rest, isResting } = makeWait(tryAgain);

  function tryAgain(): void {
    tries += 1;
    if (tries >= triesBeforeNone) state.set('none');
    wait(Math.min(againMs.most, againMs.first * 2 ** (tries - 1)) + (isStarter ? 0 : againMs.otherLater));
    // An ICE restart over the same connection keeps the negotiated session. If that did not help, a new connection is
    // made.
    link.restart(tries > 1 || !wasThere);
  }

  function follow(): void {
    switch (link.state.get()) {
      case 'connected':
        rest();
        tries = 0;
        wasThere = true;
        return state.set('there');
      case 'disconnected':
        state.set('lost');
        return wait(brokenMs[side]);
      case 'failed':
        if (state.get() === 'there') state.set('lost');
        // The connection fails again after each try; the timer of that try keeps running.
        if (tries === 0) wait(isStarter ? 0 : brokenMs.other);
        return;
      default:
        // The other side has started over.
        if (isResting()) wait(firstMs[side]);
    }
  }

  const end = link.state.subscribe(follow);
  wait(firstMs[side]);
  return {
    state,
    networkChanged() {
      if (wasThere) link.restart(false);
    },
    retry() {
      tries = 0;
      state.set('finding');
      wait(0);
    },
    close() {
      end();
      rest();
    },
  };
}

/** One timer, which calls `act`. */
function makeWait(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    wait(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    rest(): void {
      clearTimeout(timer);
      timer = undefined;
    },
    /** True until the first wait, and after a rest. */
    isResting: () => timer === undefined,
  };
}
