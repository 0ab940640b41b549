import type {
  AdminServiceUpdateUserPreferencesRequest,
  UserPreferences,
} from '@matinee/contract/gen/service/client/preferences_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import type { Chosen, Preferences } from '../../record/preferences/preferences.port.ts';
import type { Sessions } from '../sessions/sessions.port.ts';
import { type UserRow, type Users, userErrors } from '../users/users.port.ts';
import type { Factors } from './factors.service.ts';
import { mfaErrors } from './mfa.errors.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  disableTwoFactor,
  isTwoFactorEnabled,
  lockAccount,
  type MfaTables,
} from './mfa.store.ts';

export interface PreferenceParts {
  readonly db: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly factors: Factors;
  readonly preferences: Preferences;
}

export function makePreferenceCalls({ db, users, sessions, audit, factors, preferences: chosen }: PreferenceParts) {
  async function read(reader: Reader, userId: string) {
    const tables = reader.query<MfaTables>();
    const held = await factors.held(reader, userId);
    return {
      preferences: { ...(await chosen.of(reader, userId)) },
      twoFactorEnabled: await isTwoFactorEnabled(tables, userId),
      authFactors: {
        password: held.has('password'),
        webauthn: held.has('webauthn'),
        totp: held.has('totp'),
        email: held.has('email'),
      },
      totpRecoveryCodesRemaining: await countRecoveryCodes(tables, userId),
    };
  }

  async function getUser(userId: string): Promise<UserRow> {
    const user = await users.find(userId);
    if (!user) throw userErrors.not_found();
    return user;
  }

  return {
    /** [MF22] */
    get: (userId: string) => read(db, userId),
    /** [MF23] */
    async update(userId: string, changes: UserPreferences) {
      const preferences = await db.write((tx) => chosen.change(tx, userId, toChanges(changes)));
      return { preferences: { ...preferences } };
    },
    /** [MF24] */
    async adminGet(userId: string) {
      await getUser(userId);
      return read(db, userId);
    },
    /** [MF24] [MF25] */
    async adminUpdate(
      { userId, preferences, twoFactorEnabled, removeTotp }: AdminServiceUpdateUserPreferencesRequest,
      call: Call<AdminPrincipal>,
    ) {
      requireRank(call.principal, await getUser(userId));
      if (twoFactorEnabled === true) throw mfaErrors.only_the_user();
      return db.write(async (tx) => {
        if (preferences) await chosen.change(tx, userId, toChanges(preferences));
        const { disabled, totpRemoved } = await reset(tx, userId, factors, {
          twoFactor: twoFactorEnabled === false,
          totp: removeTotp,
        });
        if (disabled || totpRemoved) await sessions.credentialsChanged(tx, userId);
        await audit.record(tx, call, {
          action: 'user.preferences_updated',
          target: userId,
          details: { twoFactorDisabled: disabled, totpRemoved, preferencesChanged: preferences !== undefined },
        });
        return read(tx, userId);
      });
    },
  };
}

/** Operations of administrators for a user who has lost a factor: `turnsOff` says which of the two to turn off. */
async function reset(
  tx: Tx,
  userId: string,
  factors: Factors,
  turnsOff: { readonly twoFactor: boolean; readonly totp: boolean },
) {
  const tables = tx.query<MfaTables>();
  await lockAccount(tables, userId);
  const disabled = turnsOff.twoFactor && (await disableTwoFactor(tables, userId));
  const totpRemoved = turnsOff.totp && (await factors.remove(tx, userId, () => deleteTotp(tables, userId)));
  return { disabled, totpRemoved };
}

/**
 * Admins may act on users, root on all other accounts, the operator on all. Admins and root may not act on their own
 * account here, because that requires a verification.
 */
function requireRank(principal: AdminPrincipal, user: UserRow): void {
  if (principal.kind === 'operator') return;
  if (principal.userId === user.id) throw userErrors.not_yourself();
  if (principal.role !== UserRole.ROOT && user.role !== UserRole.USER) throw userErrors.rank_too_high();
}

/** Only the fields that are set. */
function toChanges({ $typeName: _, $unknown: __, ...fields }: UserPreferences): Partial<Chosen> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
