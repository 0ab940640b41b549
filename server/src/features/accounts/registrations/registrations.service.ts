import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Database, Tx } from '../../../store/database.ts';
import { authErrors, type Sessions } from '../sessions/sessions.port.ts';
import { isReservedName } from '../users/reserved-names.port.ts';
import { toUser, type Users, userErrors, usernameKey } from '../users/users.port.ts';
import type { CredentialKind, Registrations, Signup } from './registrations.port.ts';
import { findOwnReview, insertReview, type RegistrationTables } from './registrations.store.ts';

export interface RegistrationParts {
  readonly db: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The features' kinds of credentials. Read when an account is made. */
  readonly kinds: () => readonly CredentialKind[];
}

export function makeRegistrations({ db, users, sessions, clock, ids, kinds }: RegistrationParts) {
  /** Makes the account with all its credentials. */
  async function createAccount(tx: Tx, { userId, username, chosenName = null, method, credentials }: Signup) {
    const isInstant = method === 'instant';
    const user = await users.create(tx, { id: userId, username, chosenName, role: UserRole.USER, isInstant });
    if (!user) throw authErrors.username_taken();
    for (const { kind, value } of credentials) {
      const owner = kinds().find((candidate) => candidate.kind === kind);
      if (!owner) throw new Error(`no feature attaches credentials of the kind ${kind}`);
      await owner.attach(tx, userId, value);
    }
    return user;
  }

  const registrations: Registrations = {
    async requireName(username) {
      if (isReservedName(username)) throw userErrors.username_reserved();
      if (await users.findByUsername(username)) throw authErrors.username_taken();
    },
    /** [RG1] [RG2] [RG3] [US4] */
    register: (signup, device) =>
      db.write(async (tx) => {
        if (isReservedName(signup.username)) throw userErrors.username_reserved();
        const waiting = signup.once && (await findOwnReview(tx.query<RegistrationTables>(), signup.once));
        if (waiting !== undefined) return { registrationReviewRequired: true, registrationReviewId: waiting };
        if (!signup.needsReview) {
          const user = await createAccount(tx, signup);
          const tokens = await sessions.begin(tx, user, 'registration', device);
          return { ...tokens, user: toUser(user), registrationReviewRequired: false };
        }
        const isFree = await users.claimName(tx, signup.username);
        if (!isFree || (await users.findByUsername(signup.username, tx))) throw authErrors.username_taken();
        const id = ids.make('rev');
        await insertReview(tx.query<RegistrationTables>(), {
          id,
          user_id: signup.userId,
          username: signup.username,
          chosen_name: signup.chosenName ?? null,
          username_key: usernameKey(signup.username),
          method: signup.method,
          credentials: signup.credentials,
          email: signup.email ?? '',
          language: signup.language ?? '',
          created_at: dateOf(clock.nowMs()),
        });
        return { registrationReviewRequired: true, registrationReviewId: id };
      }),
  };
  return { registrations, createAccount };
}
