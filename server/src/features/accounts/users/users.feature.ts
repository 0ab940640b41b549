import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import type { Users } from './users.port.ts';
import { makeProfile, makeUsers, type UsersParts } from './users.service.ts';

export function usersFeature(parts: UsersParts): Feature & { users: Users } {
  const users = makeUsers(parts);
  const profile = makeProfile(parts.db, users);
  const { getProfile, setUsername } = UserService.method;
  return {
    name: 'users',
    personalData,
    tables: ['users'],
    users,
    bindings: [
      handleUser(getProfile, (_, call) => profile.getProfile(call.principal)),
      handleUser(setUsername, ({ username }, call) => profile.setUsername(call.principal, username)),
    ],
  };
}
