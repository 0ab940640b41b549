import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import type { Call, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { deviceName } from './device-name.ts';
import { endSessions } from './end-sessions.ts';
import { authErrors } from './sessions.errors.ts';
import type { SignInMethod } from './sessions.port.ts';
import { listLiveSessions, type SessionTables } from './sessions.store.ts';
import { refreshTokenSeconds } from './tokens.ts';

const methods: Readonly<Record<SignInMethod, LoginMethod>> = {
  password: LoginMethod.PASSWORD,
  email: LoginMethod.EMAIL,
  passkey: LoginMethod.PASSKEY,
  oauth2: LoginMethod.OAUTH2,
  registration: LoginMethod.REGISTRATION,
};

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** Shows owners where their account is signed in. */
export function makeSessionList({ db, clock, audit }: Parts) {
  const now = () => dateOf(clock.nowMs());

  return {
    /** [SE12] */
    async list({ userId, sessionId }: UserPrincipal) {
      const since = dateOf(clock.nowMs() - refreshTokenSeconds * 1000);
      const rows = await listLiveSessions(db.query<SessionTables>(), userId, since);
      const sessions = rows.map((row) => ({
        sessionId: row.id,
        device: deviceName(row.user_agent),
        userAgent: row.user_agent,
        address: row.address,
        method: methods[row.method as SignInMethod],
        createdAt: timestampFromDate(row.created_at),
        lastUsedAt: timestampFromDate(row.last_used_at),
        isCurrent: row.id === sessionId,
      }));
      return { sessions: sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
    },
    /** [SE13] */
    async revoke(sessionId: string, call: Call<UserPrincipal>) {
      const { userId } = call.principal;
      await db.write(async (tx) => {
        const ended = await endSessions(tx, { sessionId, userId }, now());
        if (ended.length === 0) throw authErrors.session_not_found();
        await audit.record(tx, call, { action: 'session.revoked', target: sessionId });
      });
      return {};
    },
    /** [SE13] */
    async revokeOthers(call: Call<UserPrincipal>) {
      const { userId, sessionId } = call.principal;
      const revoked = await db.write(async (tx) => {
        const ended = await endSessions(tx, { userId, keepSessionId: sessionId }, now());
        await audit.record(tx, call, {
          action: 'session.others_revoked',
          target: userId,
          details: { count: ended.length },
        });
        return ended.length;
      });
      return { revoked };
    },
  };
}
