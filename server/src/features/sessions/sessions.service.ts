import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Passwords } from '../../drivers/passwords/passwords.ts';
import type { Call, UserPrincipal } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { type Random, secretText } from '../../kernel/random.ts';
import type { SettingValues } from '../../kernel/settings.ts';
import { batchedRead } from '../../store/batched-read.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { KeyValue } from '../../store/key-value.ts';
import { type Users, usernameKey } from '../users/users.port.ts';
import { toUser } from '../users/users.service.ts';
import type { UserRow } from '../users/users.store.ts';
import { makeLockout } from './lockout.ts';
import { authErrors } from './sessions.errors.ts';
import type { Sessions } from './sessions.port.ts';
import type { sessionSettings } from './sessions.settings.ts';
import {
  deleteEndedSessions,
  findLiveSession,
  findLiveSessions,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  revokeSession,
  type SessionTables,
  touchSession,
  useRefreshToken,
} from './sessions.store.ts';
import { hashToken, makeAccessTokens, refreshTokenSeconds } from './tokens.ts';

export interface SessionParts {
  readonly db: Database;
  readonly keyValue: KeyValue;
  readonly users: Users;
  readonly passwords: Passwords;
  readonly settings: SettingValues<typeof sessionSettings>;
  readonly jwtSecret: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** Ends the realtime connections of a session that was ended. */
  readonly onRevoked: (sessionId: string) => void;
}

export function makeSessions(parts: SessionParts) {
  const { db, users, passwords, settings, clock, random, ids } = parts;
  const accessTokens = makeAccessTokens(parts.jwtSecret, clock);
  const lockout = makeLockout(parts.keyValue, clock.nowMs);
  const now = () => dateOf(clock.nowMs());
  const findSession = batchedRead(
    (sessionId: string) => sessionId,
    (sessionIds) => findLiveSessions(db.query<SessionTables>(), sessionIds),
  );

  const sessions: Sessions = {
    async authenticate(bearer) {
      const { sessionId, expiresAtMs } = await accessTokens.read(bearer);
      return sessions.resume(sessionId, expiresAtMs);
    },
    async resume(sessionId, expiresAtMs) {
      const session = await findSession(sessionId);
      if (!session) throw authErrors.invalid_token();
      if (session.banned) throw authErrors.banned();
      const { user_id: userId, username, role } = session;
      return { kind: 'user', userId, username, role, sessionId, expiresAtMs };
    },
  };

  /** Makes a session and its first pair of tokens. */
  async function begin(tx: Tx, user: UserRow, userAgent: string) {
    const sessionId = ids.make('ses');
    await insertSession(tx.query<SessionTables>(), {
      id: sessionId,
      user_id: user.id,
      credential_version: user.credential_version,
      user_agent: userAgent.slice(0, 256),
      created_at: now(),
      last_used_at: now(),
      revoked_at: null,
    });
    return issue(tx, user.id, sessionId);
  }

  async function issue(tx: Tx, userId: string, sessionId: string) {
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
    /** [SE1] [SE2] */
    async register(username: string, password: string, call: Call) {
      if (!settings.enablePasswordSignup) throw authErrors.signup_disabled();
      requireStrong(password);
      if (await users.findByUsername(username)) throw authErrors.username_taken();
      const id = ids.make('usr');
      const passwordRecord = await passwords.register(id, password);
      return db.write(async (tx) => {
        const user = await users.create(tx, { id, username, role: UserRole.USER, passwordRecord });
        if (!user) throw authErrors.username_taken();
        return { ...(await begin(tx, user, call.userAgent)), user: toUser(user), registrationReviewRequired: false };
      });
    },
    /** [SE3] [SE4] */
    async login(username: string, password: string, call: Call) {
      const account = usernameKey(username);
      await lockout.check(account, call.address);
      const user = await users.findByUsername(username);
      const matches = await passwords.verify(user?.id ?? account, password, user?.password_record ?? undefined);
      if (!user || !matches) {
        await lockout.failed(account, call.address);
        throw authErrors.invalid_credentials();
      }
      if (user.banned) throw authErrors.banned();
      await lockout.succeeded(account);
      const tokens = await db.write((tx) => begin(tx, user, call.userAgent));
      return { ...tokens, user: toUser(user), mfa: { required: false } };
    },
    /** [SE5] [SE6] */
    async refresh(refreshToken: string) {
      const hash = hashToken(refreshToken);
      const outcome = await db.write(async (tx) => {
        const used = await useRefreshToken(tx.query<SessionTables>(), hash, now());
        const session = used && (await findLiveSession(tx.query<SessionTables>(), used.session_id));
        if (session && !session.banned) {
          await touchSession(tx.query<SessionTables>(), session.id, now());
          return { tokens: await issue(tx, session.user_id, session.id) };
        }
        const replayed = used ? undefined : await findRefreshToken(tx.query<SessionTables>(), hash);
        if (!replayed?.used_at) return {};
        await revokeSession(tx.query<SessionTables>(), replayed.session_id, now());
        return { revoked: replayed.session_id };
      });
      if (outcome.revoked) parts.onRevoked(outcome.revoked);
      if (!outcome.tokens) throw authErrors.invalid_refresh_token();
      return outcome.tokens;
    },
    /** [SE7] */
    async logout(principal: UserPrincipal) {
      await db.write((tx) => revokeSession(tx.query<SessionTables>(), principal.sessionId, now()));
      parts.onRevoked(principal.sessionId);
      return {};
    },
    /** Deletes what nobody can use any more. */
    clean: () =>
      db.write((tx) =>
        deleteEndedSessions(tx.query<SessionTables>(), dateOf(clock.nowMs() - refreshTokenSeconds * 1000)),
      ),
  };
}

/** @throws AppError `auth.weak_password` unless all three classes occur. */
function requireStrong(password: string): void {
  if (![/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password))) {
    throw authErrors.weak_password({
      violations: [{ field: 'password', reason: 'needs an upper-case letter, a lower-case letter and a digit' }],
    });
  }
}
