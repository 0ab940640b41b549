import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { personalData } from './personal-data.ts';
import { makeRefreshing, type RefreshParts } from './refreshing.service.ts';
import { makeSessionList } from './session-list.service.ts';
import type { Sessions } from './sessions.port.ts';
import { makeSessions, type SessionParts } from './sessions.service.ts';

interface Parts extends SessionParts, Omit<RefreshParts, 'issue'> {
  readonly audit: Audit;
}

export function sessionsFeature(parts: Parts): Feature & { sessions: Sessions } {
  const { sessions, issue } = makeSessions(parts);
  const { refresh, logout, clean } = makeRefreshing({ ...parts, issue });
  const list = makeSessionList(parts);
  const { method: user } = UserService;
  let stopCleaning: (() => void) | undefined;
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
      {
        name: 'session cleaning',
        start: async () => {
          stopCleaning = parts.clock.every(3_600_000, () => void clean().catch(() => undefined));
        },
        stop: async () => stopCleaning?.(),
      },
    ],
  };
}
