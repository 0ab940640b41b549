import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { Principal, RoomStanding, UserPrincipal } from '../../../../kernel/call.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { filesErrors } from '../files.errors.ts';
import type { FileTokens, Reader } from '../tokens.ts';

export interface ReadingParts {
  readonly tokens: FileTokens;
  /** Authenticates users. */
  readonly sessions: {
    authenticate(bearer: string): Promise<Principal>;
    resume(sessionId: string, expiresAtMs: number): Promise<UserPrincipal>;
  };
  /** Finds a person's permissions in a room. */
  readonly members: { findStanding(principal: Principal, roomId: string): Promise<RoomStanding | undefined> };
  readonly clock: Clock;
}

/** Validity of the principal made from a file token, in milliseconds. Each request makes a new one. */
const momentMs = 60_000;

/**
 * The reader of this file token or bearer token, in their current state: a token of an ended session is refused.
 * @throws AppError
 */
export async function findReader(
  { tokens, sessions, clock }: ReadingParts,
  fileId: string,
  roomId: string,
  { token, bearer }: { readonly token: string | null; readonly bearer: string | undefined },
): Promise<Principal> {
  if (token === null) {
    if (bearer === undefined) throw filesErrors.invalid_token();
    return sessions.authenticate(bearer);
  }
  const reader = tokens.openReading(token, fileId);
  if (!reader) throw filesErrors.invalid_token();
  return principalOf(sessions, reader, roomId, clock.nowMs() + momentMs);
}

async function principalOf(
  sessions: ReadingParts['sessions'],
  reader: Reader,
  roomId: string,
  expiresAtMs: number,
): Promise<Principal> {
  if (reader.kind === 'guest') return { ...reader, username: '', roomId, expiresAtMs };
  return sessions.resume(reader.sessionId, expiresAtMs);
}

/**
 * Whether the person may currently read the chat of a room. Also false for a person who may not be in the room at all.
 * [FI13]
 */
export async function mayReadChat(
  members: ReadingParts['members'],
  principal: Principal,
  roomId: string,
): Promise<boolean> {
  try {
    const standing = await members.findStanding(principal, roomId);
    return standing?.permissions.has(Permission.VIEW_CHAT_HISTORY) ?? false;
  } catch (cause) {
    if (cause instanceof AppError && (cause.code === 'not_found' || cause.code === 'permission_denied')) return false;
    throw cause;
  }
}
