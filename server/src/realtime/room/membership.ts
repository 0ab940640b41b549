import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { StoredEvent } from '../../store/events/event.ts';
import { checkMayObserve } from '../resource.ts';
import { sendObserveError } from '../session/send-error.ts';
import type { Session } from '../session/session.ts';
import type { RoomChannel } from './channel.ts';
import { mayChangeStanding, personsNamedIn } from './member-events.ts';

/** Questions about standing that one room asks at a time; those of members share statements. */
const MAX_CHECKS = 100;
/** Who has just come is checked after so long, in milliseconds, with all who came meanwhile: together that costs next to nothing. */
const NEWCOMERS_AFTER_MS = 1_000;
/** What says that nobody may be in the room now; any other failure says nothing about it. */
const refusals: ReadonlySet<ErrorCode> = new Set(['not_found', 'permission_denied']);

/** Keeps what sessions may do equal to what the database says. */
export interface Membership {
  /** An event happened: checks those whose standing it may have changed. */
  passed(event: StoredEvent): void;
  /** Checks one session now. */
  check(session: Session): void;
  /** A connection stands: checks it within a second. */
  welcome(session: Session): void;
  stop(): void;
}

/**
 * Checks again whether sessions still belong to the room: once they stand, after the events that may change it and every 30 s.
 * Who does not is told and disconnected; who lost a permission loses the observations that need it. [RT18]
 */
export function makeMembership(channel: RoomChannel): Membership {
  const due = new Set<Session>();
  let newcomers: Session[] = [];
  let running = 0;
  let cancelNewcomers = () => {};

  function welcome(session: Session): void {
    if (newcomers.push(session) > 1) return;
    cancelNewcomers = channel.context.clock.after(NEWCOMERS_AFTER_MS, () => {
      const come = newcomers;
      newcomers = [];
      for (const one of come) check(one);
    });
  }

  function stop(): void {
    cancelNewcomers();
    due.clear();
  }

  function check(session: Session): void {
    due.add(session);
    if (running < MAX_CHECKS) void run();
  }

  async function run(): Promise<void> {
    running += 1;
    for (const session of due) {
      // Taken out first: an event that comes while the answer is on its way asks again.
      due.delete(session);
      if (session.isOpen) await checkStanding(channel, session);
    }
    running -= 1;
  }

  function passed(event: StoredEvent): void {
    if (!mayChangeStanding(event)) return;
    const persons = personsNamedIn(event);
    for (const session of channel.sessions) if (persons?.has(session.principalId) ?? true) check(session);
  }

  return { passed, check, welcome, stop };
}

async function checkStanding(channel: RoomChannel, session: Session): Promise<void> {
  try {
    const standing = await channel.context.wiring().findStanding(session.principal, channel.roomId);
    if (standing === undefined) {
      const isGuest = session.principal.kind === 'guest';
      session.terminate(isGuest ? TerminationCode.GUEST_REVOKED : TerminationCode.REMOVED);
      return;
    }
    session.standing = standing;
    dropForbidden(channel, session);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') {
      session.terminate(TerminationCode.REVOKED);
      return;
    }
    if (error instanceof AppError && refusals.has(error.code)) {
      session.terminate(TerminationCode.ROOM_CLOSED);
      return;
    }
    // The database may be away for a moment; nobody is thrown out for that, and the next check is 30 s away.
    channel.context.log.warn({ err: error, roomId: channel.roomId }, 'standing could not be checked');
  }
}

function dropForbidden(channel: RoomChannel, session: Session): void {
  for (const [observeId, { resource }] of session.observations) {
    try {
      checkMayObserve(resource, session);
    } catch (error) {
      channel.drop(session, observeId);
      sendObserveError(session, observeId, error);
    }
  }
}
