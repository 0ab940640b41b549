import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import { batchedRead } from '../../store/batched-read.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Users } from '../users/users.port.ts';
import { endSessions } from './end-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import type { Sessions, Tokens } from './sessions.port.ts';
import {
  deleteEndedSessions,
  findLiveSession,
  findLiveSessions,
  findRefresher,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  renewSession,
  type SessionTables,
  touchSession,
  useRefreshToken,
} from './sessions.store.ts';
import { hashToken, makeAccessTokens, refreshTokenSeconds } from './tokens.ts';

export interface SessionParts {
  readonly db: Database;
  readonly users: Users;
  readonly jwtSecret: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** Takes one refresh from the budget of a user. @throws AppError when it is used up. */
  readonly takeRefresh: (userId: string) => Promise<void>;
  /** `auth.banned` with what the administrator wrote. */
  readonly bannedError: (userId: string) => Promise<AppError>;
}

export function makeSessions(parts: SessionParts) {
  const { db, users, jwtSecret, clock, random, ids, bannedError, takeRefresh } = parts;
  const accessTokens = makeAccessTokens(jwtSecret, clock);
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

  async function issue(tx: Tx, userId: string, sessionId: string): Promise<Tokens> {
    const refreshToken = secretText(random);
    const expiresAt = dateOf(clock.nowMs() + refreshTokenSeconds * 1000);
    await insertRefreshToken(tx.query<SessionTables>(), {
      hash: hashToken(refreshToken),
      session_id: sessionId,
      expires_at: expiresAt,
      used_at: null,
    });
    const { token, expiresAtMs } = await accessTokens.issue(userId, sessionId);
    return { accessToken: token, refreshToken, accessTokenExpiresAt: timestampFromMs(expiresAtMs) };
  }

  return {
    sessions,
    /** [SE5] [SE6] [SE15] */
    async refresh(refreshToken: string, address: string) {
      const hash = hashToken(refreshToken);
      const userId = await findRefresher(db.query<SessionTables>(), hash, now());
      // Over the budget nothing is written: the token stays good for later.
      if (userId !== undefined) await takeRefresh(userId);
      const tokens = await db.write(async (tx) => {
        const used = await useRefreshToken(tx.query<SessionTables>(), hash, now());
        const session = used && (await findLiveSession(tx.query<SessionTables>(), used.session_id));
        if (session && !session.banned) {
          await touchSession(tx.query<SessionTables>(), session.id, address, now());
          return issue(tx, session.user_id, session.id);
        }
        const replayed = used ? undefined : await findRefreshToken(tx.query<SessionTables>(), hash);
        if (replayed?.used_at) await endSessions(tx, { sessionId: replayed.session_id }, now());
        return undefined;
      });
      if (!tokens) throw authErrors.invalid_refresh_token();
      return tokens;
    },
    /** [SE7] */
    async logout({ sessionId }: UserPrincipal) {
      await db.write((tx) => endSessions(tx, { sessionId }, now()));
      return {};
    },
    /** Deletes what nobody can use any more. */
    clean: () =>
      db.write((tx) =>
        deleteEndedSessions(tx.query<SessionTables>(), dateOf(clock.nowMs() - refreshTokenSeconds * 1000)),
      ),
  };
}
