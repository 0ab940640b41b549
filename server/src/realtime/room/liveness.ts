import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { HEARTBEAT_SECONDS } from '../session/greetings.ts';
import type { Session } from '../session/session.ts';
import type { RoomChannel } from './channel.ts';

/** One timer per room looks at all its sessions this often, in milliseconds. */
const SWEEP_MS = 5_000;
/** A connection that said nothing for so long is dead. */
const SILENCE_MS = 60_000;
/** Standing is checked this often even when no event asks for it: an event may be of a kind that realtime does not know. */
const STANDING_CHECK_MS = 30_000;

/** Sends heartbeats, ends dead connections and those whose token has ended, and asks for regular checks of standing. [RT15] [RT18] [RT19] */
export function makeLiveness(channel: RoomChannel): () => void {
  const { clock } = channel.context;
  const slots = STANDING_CHECK_MS / SWEEP_MS;
  let round = 0;
  return clock.every(SWEEP_MS, () => {
    const nowMs = clock.nowMs();
    channel.listen();
    round += 1;
    let index = 0;
    for (const session of channel.sessions) {
      index += 1;
      if (!session.isOpen) continue;
      sweep(session, nowMs);
      // A sixth of the sessions in each sweep: spread evenly without chance.
      if ((index + round) % slots === 0) channel.membership.check(session);
    }
  });
}

function sweep(session: Session, nowMs: number): void {
  const isDead = session.kind === 'socket' && nowMs - session.heardAtMs >= SILENCE_MS;
  if (session.principal.expiresAtMs <= nowMs) session.terminate(TerminationCode.REVOKED, true);
  else if (isDead) session.terminate(TerminationCode.UNSPECIFIED);
  else if (nowMs - session.beatAtMs >= HEARTBEAT_SECONDS * 1000) session.beat(nowMs);
}
