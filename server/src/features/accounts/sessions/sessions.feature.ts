import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { personalData } from './personal-data.ts';
import { makeRefreshing, type RefreshParts } from './refreshing.service.ts';
import { makeSessionList } from './session-list.service.ts';
import type { Sessions } from './sessions.port.ts';
import { makeSessions, type SessionParts } from './sessions.service.ts';

interface Parts extends SessionParts, Omit<RefreshParts, 'issue'> {
  readonly audit: Audit;
  readonly log: Log;
}

const cleaningPeriodMs = 3_600_000;

export function sessionsFeature(parts: Parts): Feature & { sessions: Sessions } {
  const { sessions, issue } = makeSessions(parts);
  const { refresh, logout, clean } = makeRefreshing({ ...parts, issue });
  const list = makeSessionList(parts);
  const { clock, log } = parts;
  const { method: user } = UserService;
  return {
    name: 'sessions',
    personalData,
    tables: ['refresh_tokens', 'sessions'],
    reads: ['users'],
    sessions,
    bindings: [
      handle(AuthService.method.refreshToken, ({ refreshToken }, call) => refresh(refreshToken, call.address)),
      handleUser(user.listSessions, (_, call) => list.list(call.principal)),
      handleUser(user.revokeSession, ({ sessionId }, call) => list.revoke(sessionId, call)),
      handleUser(user.revokeOtherSessions, (_, call) => list.revokeOthers(call)),
      handleUser(user.logout, (_, call) => logout(call.principal)),
    ],
    parts: [
      makeWorker({
        name: 'session cleaning',
        clock,
        log,
        periodMs: cleaningPeriodMs,
        work: clean,
        runsAtStart: false,
      }),
    ],
  };
}
