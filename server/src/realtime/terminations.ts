import type { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Tx } from '../store/database.ts';
import type { StoredEvent } from '../store/events/event.ts';
import type { OpeningCall } from './context.ts';
import type { EventSource } from './event-source.ts';

/** The connections to end, and the code that they receive. `session`: a sign-in, by its id. */
export interface Termination {
  readonly by: 'user' | 'session' | 'room';
  readonly ids: readonly string[];
  readonly code: TerminationCode;
}

/** Topic of the stored events that carry terminations. */
export const terminationTopic = 'terminations';

/**
 * Ends connections on every replica once `tx` has committed. Replicas apply terminations in the order of emission. A
 * connection receives the code of the first one that matches it. [RT16]
 */
export function emitTermination(tx: Pick<Tx, 'emit'>, { by, ids, code }: Termination): void {
  if (ids.length === 0) return;
  const payload = Buffer.from(JSON.stringify({ by, ids, code }));
  tx.emit({ topic: terminationTopic, kind: `termination/${by}`, payload });
}

/** A connection that can be ended. */
export interface Terminable {
  readonly call: OpeningCall;
  readonly principalId: string;
  terminate(code: TerminationCode): void;
}

/**
 * Ends the `sessions` that match future terminations. Calls `onLost` when terminations were pruned before this process
 * read them. Terminations are stored events, so a replica that was cut off reads them late instead of never.
 */
export async function hearTerminations(
  events: EventSource,
  sessions: () => Iterable<Terminable>,
  onLost: () => void,
): Promise<{ close(): void }> {
  const apply = ({ payload }: StoredEvent) => {
    const termination = JSON.parse(Buffer.from(payload).toString()) as Termination;
    for (const session of [...sessions()]) if (isAbout(termination, session)) session.terminate(termination.code);
  };
  const latest = await events.latest(terminationTopic);
  return events.subscribe(terminationTopic, latest, (heard) => heard.forEach(apply), onLost);
}

function isAbout({ by, ids }: Termination, { call: { principal, room }, principalId }: Terminable): boolean {
  switch (by) {
    case 'user':
      return ids.includes(principalId);
    case 'session':
      return principal.kind === 'user' && ids.includes(principal.sessionId);
    case 'room':
      return ids.includes(room.roomId);
    default:
      return by satisfies never;
  }
}
