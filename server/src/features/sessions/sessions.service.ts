import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { batchedRead } from '../../store/batched-read.ts';
import type { Database } from '../../store/database.ts';
import type { Users } from '../users/users.port.ts';
import { endSessions } from './end-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import type { Sessions } from './sessions.port.ts';
import { findLiveSessions, insertSession, renewSession, type SessionTables } from './sessions.store.ts';
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

/** Knows who is signed in, and begins and ends sessions. `issue` gives a session its next pair of tokens. */
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
      const { user_id: userId, username, role } = session;
      return { kind: 'user', userId, username, role, sessionId, expiresAtMs };
    },
    async begin(tx, user, method, { userAgent, address }) {
      const id = ids.make('ses');
      await insertSession(tx.query<SessionTables>(), {
        id,
        user_id: user.id,
        credential_version: user.credential_version,
        user_agent: userAgent.slice(0, 256),
        address,
        method,
        created_at: now(),
        last_used_at: now(),
        revoked_at: null,
      });
      return issue(tx, user.id, id);
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
