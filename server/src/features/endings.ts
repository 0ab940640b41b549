import type { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Tx } from '../store/database.ts';
import type { Relay } from '../store/events/relay.ts';
import type { Subscription } from '../store/events/subscription.ts';

/** Whose connections end, and what they are told. */
export interface Ending {
  readonly by: 'user' | 'room';
  readonly id: string;
  readonly code: TerminationCode;
}

const topic = 'endings';

/** Ends connections on every replica once `tx` has committed. Emit it before whatever else would end them, so that this reason is told. */
export function emitEnding(tx: Tx, { by, id, code }: Ending): void {
  tx.emit({ topic, kind: `ending/${by}`, payload: Buffer.from(JSON.stringify({ by, id, code })) });
}

/** Hears of endings on every replica: stored events are not lost, as a message on the bus may be. */
export function hearEndings(relay: Relay, realtime: Pick<Realtime, 'terminateUser' | 'terminateRoom'>): Part {
  let subscription: Subscription | undefined;
  return {
    name: 'endings',
    start: async () => {
      subscription = relay.subscribe(topic, 'now', (events) => {
        for (const { payload } of events) {
          const { by, id, code } = JSON.parse(Buffer.from(payload).toString()) as Ending;
          if (by === 'user') realtime.terminateUser(id, code);
          else realtime.terminateRoom(id, code);
        }
      });
    },
    stop: async () => subscription?.close(),
  };
}
