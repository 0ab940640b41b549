import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import type { Users } from './users.port.ts';
import { type IsNameAwaited, makeProfile, makeUsers } from './users.service.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly isNameAwaited: IsNameAwaited;
}

export function usersFeature({ db, clock, isNameAwaited }: Parts): Feature & { users: Users } {
  const users = makeUsers(db, clock, isNameAwaited);
  const profile = makeProfile(db, users);
  const { getProfile, setUsername } = UserService.method;
  return {
    name: 'users',
    users,
    bindings: [
      handleUser(getProfile, (_, call) => profile.getProfile(call.principal)),
      handleUser(setUsername, ({ username }, call) => profile.setUsername(call.principal, username)),
    ],
  };
}
