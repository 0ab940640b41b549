import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { networkOf } from '../../../kernel/network-of.ts';
import { type Random, secretText } from '../../../kernel/random.ts';
import { batchedRead } from '../../../store/batched-read.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { UserRow, Users } from '../users/users.port.ts';
import { endSessions } from './end-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import type { Device, Sessions, SignInMethod } from './sessions.port.ts';
import {
  findLiveSessions,
  insertRefreshToken,
  insertSession,
  listAddresses,
  renewSession,
  type SessionTables,
} from './sessions.store.ts';
import { makeIssueTokens } from './token-pairs.ts';
import { hashToken, makeAccessTokens, refreshTokenSeconds } from './tokens.ts';

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

  async function insert(tx: Tx, user: UserRow, method: SignInMethod, { userAgent, address }: Device): Promise<string> {
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
    return id;
  }

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
    begin: async (tx, user, method, device) => issue(tx, user.id, await insert(tx, user, method, device)),
    reserve({ userAgent, address }) {
      const refreshToken = secretText(random);
      const refreshTokenHash = hashToken(refreshToken).toString('hex');
      return { refreshToken, reserved: { refreshTokenHash, userAgent, address } };
    },
    async beginReserved(tx, user, { refreshTokenHash, ...device }) {
      const sessionId = await insert(tx, user, 'registration', device);
      await insertRefreshToken(tx.query<SessionTables>(), {
        hash: Buffer.from(refreshTokenHash, 'hex'),
        session_id: sessionId,
        expires_at: dateOf(clock.nowMs() + refreshTokenSeconds * 1000),
        used_at: null,
      });
    },
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
