import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import type { Random } from '../../../kernel/random.ts';
import { batchedRead } from '../../../store/batched-read.ts';
import type { Database } from '../../../store/database.ts';
import type { Users } from '../users/users.port.ts';
import { endSessions } from './end-sessions.ts';
import { makeNewSessions } from './new-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import type { Sessions } from './sessions.port.ts';
import { findLiveSessions, listAddresses, renewSession, type SessionTables } from './sessions.store.ts';
import { makeIssueTokens } from './token-pairs.ts';
import { makeAccessTokens } from './tokens.ts';

export interface SessionParts {
  readonly db: Database;
  readonly users: Users;
  readonly jwtSecret: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** Makes `auth.banned` with the administrator's reason. */
  readonly bannedError: (userId: string) => Promise<AppError>;
}

/** Authenticates users, and begins and ends sessions. `issue` gives a session its next pair of tokens. */
export function makeSessions(parts: SessionParts) {
  const { db, users, jwtSecret, clock, random, ids, bannedError } = parts;
  const accessTokens = makeAccessTokens(jwtSecret, clock);
  const issue = makeIssueTokens({ clock, random, accessTokens });
  const now = () => dateOf(clock.nowMs());
  const findSession = batchedRead(
    (sessionId: string) => sessionId,
    (sessionIds) => findLiveSessions(db.query<SessionTables>(), sessionIds),
  );

  const sessions: Sessions = {
    async authenticate(bearer) {
      const { sessionId, expiresAtMs } = accessTokens.read(bearer);
      return sessions.resume(sessionId, expiresAtMs);
    },
    async resume(sessionId, expiresAtMs) {
      const session = await findSession(sessionId);
      if (!session) throw authErrors.invalid_token();
      if (session.banned) throw await bannedError(session.user_id);
      const { user_id: userId, username, display_name: displayName, role } = session;
      return { kind: 'user', userId, username, displayName, role, sessionId, expiresAtMs };
    },
    ...makeNewSessions({ clock, random, ids, issue }),
    async wasUsedFrom(userId, address) {
      const network = networkOf(address);
      const used = await listAddresses(db.query<SessionTables>(), userId);
      return used.some((other) => networkOf(other) === network);
    },
    /** [SE9] */
    async endAll(tx, userId, keepSessionId) {
      await endSessions(tx, { userId, keepSessionId }, now());
    },
    /** [SE10] */
    async credentialsChanged(tx, userId, keepSessionId) {
      const version = await users.raiseCredentialVersion(tx, userId);
      await sessions.endAll(tx, userId, keepSessionId);
      if (keepSessionId !== undefined) await renewSession(tx.query<SessionTables>(), keepSessionId, version);
    },
  };

  return { sessions, issue };
}
