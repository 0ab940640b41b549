import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleUser } from '../../kernel/handler.ts';
import type { Feature } from '../feature.ts';
import type { Sessions } from './sessions.port.ts';
import { makeSessions, type SessionParts } from './sessions.service.ts';

export function sessionsFeature(parts: SessionParts): Feature & { sessions: Sessions } {
  const service = makeSessions(parts);
  let stopCleaning: (() => void) | undefined;
  return {
    name: 'sessions',
    sessions: service.sessions,
    bindings: [
      handle(AuthService.method.registerWithDirectPassword, ({ username, password }, call) =>
        service.register(username, password, call),
      ),
      handle(AuthService.method.loginWithDirectPassword, ({ username, password }, call) =>
        service.login(username, password, call),
      ),
      handle(AuthService.method.refreshToken, ({ refreshToken }) => service.refresh(refreshToken)),
      handleUser(UserService.method.logout, (_, call) => service.logout(call.principal)),
    ],
    parts: [
      {
        name: 'session cleaning',
        start: async () => {
          stopCleaning = parts.clock.every(3_600_000, () => void service.clean().catch(() => undefined));
        },
        stop: async () => stopCleaning?.(),
      },
    ],
  };
}
