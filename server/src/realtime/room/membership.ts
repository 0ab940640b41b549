import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { RoomPrincipal } from '../../kernel/call.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { RealtimeContext } from '../context.ts';
import type { CurrentStanding } from '../wiring.ts';

/** Concurrent checks of standing in one room. Checks of members of the same room share statements. */
const MAX_CHECKS = 100;
/**
 * Newcomers are checked after this time, in milliseconds, together with everybody who arrived meanwhile, so that they
 * share statements.
 */
const NEWCOMERS_AFTER_MS = 1_000;
/** Errors which mean that the room is now closed to everybody. Other errors do not tell. */
const refusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'permission_denied']);

/** A session, as the check of its standing sees it. */
export interface Checked {
  readonly principal: RoomPrincipal;
  readonly isOpen: boolean;
  changeStanding(standing: CurrentStanding): void;
  terminate(code: TerminationCode): void;
}

/** Keeps the rights of sessions in line with the database. */
export interface Membership {
  /** Checks one session now. */
  check(session: Checked): void;
  /** Checks a newcomer, within a second. */
  welcome(session: Checked): void;
  stop(): void;
}

/**
 * Checks again whether sessions still belong to the room. A session that does not is notified and ended; the others
 * learn their current rights. A check that fails because of the database is repeated by the next regular one. [RT18]
 */
export function makeMembership(roomId: string, context: RealtimeContext): Membership {
  const due = new Set<Checked>();
  let newcomers: Checked[] = [];
  let running = 0;
  let cancelNewcomers = () => {};

  function welcome(session: Checked): void {
    if (newcomers.push(session) > 1) return;
    cancelNewcomers = context.clock.after(NEWCOMERS_AFTER_MS, () => {
      const arrived = newcomers;
      newcomers = [];
      for (const one of arrived) check(one);
    });
  }

  function stop(): void {
    cancelNewcomers();
    due.clear();
  }

  function check(session: Checked): void {
    due.add(session);
    if (running < MAX_CHECKS) void run();
  }

  async function run(): Promise<void> {
    running += 1;
    for (const session of due) {
      // Removed before the query: an event that arrives before the answer then adds the session again.
      due.delete(session);
      if (session.isOpen) await checkStanding(roomId, context, session);
    }
    running -= 1;
  }

  return { check, welcome, stop };
}

async function checkStanding(roomId: string, { wiring, log }: RealtimeContext, session: Checked): Promise<void> {
  try {
    const standing = await wiring().findStanding(session.principal, roomId);
    if (standing !== undefined) {
      session.changeStanding(standing);
      return;
    }
    const isGuest = session.principal.kind === 'guest';
    session.terminate(isGuest ? TerminationCode.GUEST_REVOKED : TerminationCode.REMOVED);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') {
      session.terminate(TerminationCode.REVOKED);
      return;
    }
    if (error instanceof AppError && refusals.has(error.code)) {
      session.terminate(TerminationCode.ROOM_CLOSED);
      return;
    }
    // The database may be unavailable for a moment. That ends no session: the next check comes within 30 s.
    log.warn({ err: error, roomId }, 'standing could not be checked');
  }
}
