import type { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Log } from '../kernel/log.ts';
import type { Bus } from './bus.ts';
import type { Session } from './session/session.ts';

/** Whose connections are to end. */
export type TerminationTarget =
  | { readonly by: 'user' | 'room' | 'session'; readonly id: string; readonly code: TerminationCode }
  | { readonly by: 'guests'; readonly id: string; readonly code: TerminationCode };

const CHANNEL = 'realtime.terminate';

/** Ends connections here and on every other replica. A lost message is made good by the regular check of standing. [RT16] */
export function makeTerminations(bus: Bus, sessions: () => Iterable<Session>, log: Log) {
  const apply = (target: TerminationTarget) => {
    for (const session of [...sessions()]) if (matches(session, target)) session.terminate(target.code);
  };
  const stop = bus.subscribe(CHANNEL, (payload) => {
    try {
      apply(JSON.parse(payload) as TerminationTarget);
    } catch (error) {
      log.warn({ err: error }, 'a termination could not be read');
    }
  });
  const terminate = (target: TerminationTarget) => {
    apply(target);
    bus.publish(CHANNEL, JSON.stringify(target));
  };
  return { terminate, stop };
}

function matches(session: Session, { by, id }: TerminationTarget): boolean {
  const { principal, principalId, channel } = session;
  switch (by) {
    case 'user':
      return principalId === id;
    case 'room':
      return channel.roomId === id;
    case 'session':
      return principal.kind === 'user' && principal.sessionId === id;
    case 'guests':
      return principal.kind === 'guest' && channel.roomId === id;
    default:
      return by satisfies never;
  }
}
