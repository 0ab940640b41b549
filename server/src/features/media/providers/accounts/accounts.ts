import type { Clock } from '../../../../kernel/clock.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import { SealError, type Sealer } from '../../../../kernel/sealing.ts';
import type { MediaProvider, OpenAccount, Secrets, SignedIn } from '../../../../providers/provider.ts';
import type { Database } from '../../../../store/database.ts';
import { tellAvailability } from '../../library/availability.ts';
import { providerErrors } from '../providers.errors.ts';
import * as store from './accounts.store.ts';

export interface AccountParts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Users' accounts with providers, with encrypted credentials. */
export type Accounts = ReturnType<typeof makeAccounts>;

export function makeAccounts(parts: AccountParts) {
  const { db, sealer, clock, ids } = parts;
  return {
    ...makeOpening(parts),
    list: (userId: string, provider: string) => store.listAccounts(db.query(), userId, provider),
    /** The accounts with all providers. */
    listAll: (userId: string) => store.listAccounts(db.query(), userId),
    /** Undefined for an account of another user. */
    async findOwn(userId: string, provider: string, id: string): Promise<store.AccountRow | undefined> {
      const row = await store.findAccount(db.query(), id);
      return row?.user_id === userId && row.provider === provider ? row : undefined;
    },
    /** Stores an account that upstream has accepted. A known account gets the new credentials and keeps its id. */
    put: (userId: string, provider: string, { host, name, credentials, instanceName = '' }: SignedIn) =>
      db.write(async (tx) => {
        const place = { user_id: userId, provider, instance_name: instanceName, host, name };
        const known = await store.findSameAccount(tx.query(), place);
        const id = known?.id ?? ids.make('pac');
        const row: store.AccountRow = {
          ...place,
          id,
          sealed_credentials: sealer.seal(JSON.stringify(credentials), sealContext(id)),
          created_at: known?.created_at ?? dateOf(clock.nowMs()),
        };
        await store.putAccount(tx.query(), row);
        return row;
      }),
    delete: (userId: string, id: string) =>
      db.write(async (tx) => {
        await store.deleteAccount(tx.query(), id);
        await tellAvailability(tx, { userIds: [userId], accountId: id });
      }),
  };
}

/** Finds accounts for authorized users, and decrypts their credentials. */
function makeOpening(parts: AccountParts) {
  const { db, sealer } = parts;
  /** @throws AppError `providers.secrets_lost` */
  function open({ id, instance_name: instanceName, sealed_credentials }: store.AccountRow): OpenAccount {
    try {
      const credentials = JSON.parse(sealer.open(sealed_credentials, sealContext(id))) as Secrets;
      return { id, instanceName, credentials, renew: (next) => renew(parts, id, next) };
    } catch (cause) {
      if (cause instanceof SealError) throw providerErrors.secrets_lost();
      throw cause;
    }
  }

  /** @throws AppError `providers.unknown_account`, also for an account of another user. [PV11] */
  async function find(userId: string, provider: string, id: string): Promise<store.AccountRow> {
    const row = await store.findAccount(db.query(), id);
    if (row?.user_id !== userId || row.provider !== provider) throw providerErrors.unknown_account();
    return row;
  }

  async function openFor(ownerId: string, provider: string, id: string): Promise<OpenAccount> {
    return open(requireKept(await store.findAccount(db.query(), id), provider, ownerId));
  }

  return {
    find,
    open,
    /** A user's account, decrypted. @throws AppError `providers.unknown_account`, `providers.secrets_lost` */
    async get(userId: string, provider: string, id: string) {
      const row = await find(userId, provider, id);
      return { row, account: open(row) };
    },
    /** An account for browsing. @throws AppError `providers.unknown_account`, `providers.secrets_lost` */
    openFrom: async (provider: MediaProvider, userId: string, id: string): Promise<OpenAccount> =>
      withoutAccount(provider, id) ?? open(await find(userId, provider.name, id)),
    /**
     * An account of any user, for an address that this server has signed. @throws AppError `providers.account_gone`,
     * `providers.secrets_lost`
     */
    openSigned: async (provider: MediaProvider, id: string): Promise<OpenAccount> =>
      withoutAccount(provider, id) ?? open(requireKept(await store.findAccount(db.query(), id), provider.name)),
    /** The account for loading an item of `ownerId`. @throws AppError `providers.account_gone` */
    openFor,
    /** The account for listing a folder of `ownerId`. @throws AppError `providers.account_gone` */
    openOf: async (provider: MediaProvider, ownerId: string, id: string): Promise<OpenAccount> =>
      withoutAccount(provider, id) ?? openFor(ownerId, provider.name, id),
  };
}

/** Stores renewed credentials from upstream. An account deleted meanwhile stays deleted. [PV41] */
async function renew({ db, sealer }: AccountParts, id: string, credentials: Secrets): Promise<void> {
  const sealed = sealer.seal(JSON.stringify(credentials), sealContext(id));
  await db.write((tx) => store.updateCredentials(tx.query(), id, sealed));
}

/** A placeholder account, if the provider can list without an account. */
function withoutAccount({ accounts: kind }: MediaProvider, id: string): OpenAccount | undefined {
  return id === '' && kind?.isOptional ? { id, credentials: {} } : undefined;
}

/** @throws AppError `providers.account_gone` */
function requireKept(row: store.AccountRow | undefined, provider: string, ownerId = row?.user_id): store.AccountRow {
  if (row?.provider !== provider || row.user_id !== ownerId) throw providerErrors.account_gone();
  return row;
}

function sealContext(accountId: string): string {
  return `provider account:${accountId}`;
}
