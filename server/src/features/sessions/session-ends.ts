import type { Part } from '../../kernel/lifecycle.ts';
import type { Tx } from '../../store/database.ts';
import type { Relay } from '../../store/events/relay.ts';
import type { Subscription } from '../../store/events/subscription.ts';

const topic = 'sessions';
const kind = 'session/ended';

/** Says with `tx` that sessions have ended. */
export function emitEnded(tx: Tx, sessionIds: readonly string[]): void {
  for (const id of sessionIds) tx.emit({ topic, kind, payload: Buffer.from(id) });
}

/** Hears of every session that ends, on whatever replica, so that its sockets are closed: stored events are not lost. [SE9] */
export function hearEnded(relay: Relay, onEnded: (sessionId: string) => void): Part {
  let subscription: Subscription | undefined;
  return {
    name: 'ended sessions',
    start: async () => {
      subscription = relay.subscribe(topic, 'now', (events) => {
        for (const { payload } of events) onEnded(Buffer.from(payload).toString());
      });
    },
    stop: async () => subscription?.close(),
  };
}
