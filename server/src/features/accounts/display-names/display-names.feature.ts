import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handleUser } from '../../../kernel/handler.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import { toUser, type Users } from '../users/users.port.ts';
import { readDisplayName } from './display-name.port.ts';

interface Parts {
  readonly db: Database;
  readonly users: Pick<Users, 'callBy'>;
  /** Notifies the rooms of a user that the name has changed. */
  readonly members: { tellChanged(tx: Tx, userId: string): Promise<void> };
}

/** Names that other people see, in addition to the username for signing in. */
export function displayNamesFeature({ db, users, members }: Parts): Feature {
  return {
    name: 'display-names',
    bindings: [
      handleUser(UserService.method.setDisplayName, ({ displayName }, { principal: { userId } }) => {
        const name = readDisplayName(displayName);
        return db.write(async (tx) => {
          const row = await users.callBy(tx, userId, name);
          await members.tellChanged(tx, userId);
          return { user: toUser(row) };
        });
      }),
    ],
  };
}
