/**
 * The rights of viewers to watch in rooms. An answer is remembered until an event may have changed it, so reading needs
 * no further queries. A viewer who loses the right also loses the bytes on their way, on every replica. [PX3] [PX4]
 */
import type { RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { proxyErrors } from './proxy.errors.ts';
import type { Viewer } from './proxy.port.ts';

/** How long an answer is trusted without an event, in milliseconds: some changes have no events. */
const believedMs = 60_000;

export interface ViewerParts {
  /** The user of a session. @throws AppError when it has ended. */
  readonly resume: (sessionId: string, expiresAtMs: number) => Promise<UserPrincipal>;
  readonly findStanding: (principal: UserPrincipal, roomId: string) => Promise<RoomStanding | undefined>;
  /** Follows the events of a room; see `followRooms`. */
  readonly follow: (roomId: string) => Promise<unknown> | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** One viewer in one room. */
interface Right {
  readonly viewer: Viewer;
  readonly roomId: string;
  /** Undefined: the right must be looked up. */
  known: { readonly principal: UserPrincipal; readonly untilMs: number } | undefined;
  /** Rises with each event that may change the answer: an answer from before the event is not kept. */
  doubts: number;
  asking: Promise<UserPrincipal> | undefined;
  /** Stop functions of the reads in progress. */
  readonly readers: Set<() => void>;
}

export interface Viewers {
  /** @throws AppError `proxy.no_access` when the viewer may not watch in this room. */
  check(viewer: Viewer, roomId: string): UserPrincipal | Promise<UserPrincipal>;
  /** Calls `stop` when a viewer admitted by `check` loses the right. Gives a function that ends this. */
  onLost(viewer: Viewer, roomId: string, stop: () => void): () => void;
  /** True while a viewer reads in the room. */
  isReading(roomId: string): boolean;
  /** Called after an event: looks up the selected rights again. */
  doubt(applies: (viewer: Viewer, roomId: string) => boolean): void;
  /** Forgets a room that is no longer followed. */
  forget(roomId: string): void;
}

export function makeViewers(parts: ViewerParts): Viewers {
  const rights = new Map<string, Right>();

  function rightOf(viewer: Viewer, roomId: string): Right {
    const name = `${roomId} ${viewer.userId} ${viewer.sessionId}`;
    const known = rights.get(name);
    if (known) return known;
    const right: Right = { viewer, roomId, known: undefined, doubts: 0, asking: undefined, readers: new Set() };
    rights.set(name, right);
    return right;
  }

  return {
    check(viewer, roomId) {
      const right = rightOf(viewer, roomId);
      const pending = parts.follow(roomId);
      if (!pending && right.known && right.known.untilMs > parts.clock.nowMs()) return right.known.principal;
      return ask(parts, right);
    },
    onLost(viewer, roomId, stop) {
      const { readers } = rightOf(viewer, roomId);
      readers.add(stop);
      return () => readers.delete(stop);
    },
    isReading(roomId) {
      for (const right of rights.values()) if (right.roomId === roomId && right.readers.size > 0) return true;
      return false;
    },
    doubt(applies) {
      for (const [name, right] of rights) {
        if (!applies(right.viewer, right.roomId)) continue;
        right.known = undefined;
        right.doubts += 1;
        if (right.readers.size > 0) void askAgain(parts, right);
        else if (!right.asking) rights.delete(name);
      }
    },
    forget(roomId) {
      for (const [name, right] of rights) {
        if (right.roomId !== roomId) continue;
        right.known = undefined;
        if (right.readers.size === 0 && !right.asking) rights.delete(name);
      }
    },
  };
}

function ask(parts: ViewerParts, right: Right): Promise<UserPrincipal> {
  right.asking ??= askUntilCertain(parts, right).finally(() => {
    right.asking = undefined;
  });
  return right.asking;
}

async function askAgain(parts: ViewerParts, right: Right): Promise<void> {
  try {
    await ask(parts, right);
  } catch (err) {
    // If the store is unreachable, no right is lost: the next request asks again.
    if (!isRefusal(err)) return parts.log.warn({ err }, 'the right to watch could not be looked up');
    for (const stop of [...right.readers]) stop();
  }
}

async function askUntilCertain(parts: ViewerParts, right: Right): Promise<UserPrincipal> {
  const { resume, findStanding, follow, clock } = parts;
  const { viewer, roomId } = right;
  for (;;) {
    await follow(roomId);
    const { doubts } = right;
    const untilMs = clock.nowMs() + believedMs;
    const principal = await resume(viewer.sessionId, untilMs).catch(refuse);
    const isOwn = principal.userId === viewer.userId;
    const standing = isOwn ? await findStanding(principal, roomId).catch(refuse) : undefined;
    if (right.doubts !== doubts) continue;
    if (!standing) throw proxyErrors.no_access();
    right.known = { principal, untilMs };
    return principal;
  }
}

/** Gives the same answer for every reason to refuse the viewer. @throws AppError */
function refuse(cause: unknown): never {
  if (isRefusal(cause)) throw proxyErrors.no_access({ message: (cause as AppError).message });
  throw cause;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof AppError && ['permission_denied', 'not_found', 'unauthenticated'].includes(cause.code);
}
