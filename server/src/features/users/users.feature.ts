import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import { handleUser } from '../../kernel/handler.ts';
import type { Database } from '../../store/database.ts';
import type { Feature } from '../feature.ts';
import type { Users } from './users.port.ts';
import { makeUsers } from './users.service.ts';

export function usersFeature({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Feature & { users: Users } {
  const service = makeUsers(db, clock);
  const { getProfile, setUsername } = UserService.method;
  return {
    name: 'users',
    users: service.users,
    bindings: [
      handleUser(getProfile, (_, call) => service.getProfile(call.principal)),
      handleUser(setUsername, ({ username }, call) => service.setUsername(call.principal, username)),
    ],
  };
}
