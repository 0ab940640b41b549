import type { JsonObject } from '@bufbuild/protobuf';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { OneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { LocalFactor, MfaProvider } from '../mfa/mfa.port.ts';
import { type Ceremonies, userHandle } from './ceremonies.ts';
import { advanceCounter, findPasskey, hasPasskey, listPasskeys, type PasskeyTables } from './passkeys.store.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  /** Challenges by the id of their attempt. */
  readonly proofs: OneTimeValues<string>;
  readonly ceremonies: Ceremonies;
}

/** A passkey as proof of a user's identity: as first factor, as second factor, and for a verification. */
export function makePasskeyProof({ db, clock, proofs, ceremonies }: Parts) {
  /**
   * The account that a passkey assertion proves; undefined if it proves nothing. Stores the new counter. [PK1] [PK3]
   */
  async function prove(credential: JsonObject, challenge: string, isNamed = false): Promise<string | undefined> {
    const { id } = credential;
    const passkey = typeof id === 'string' ? await findPasskey(db.query<PasskeyTables>(), id) : undefined;
    const use = passkey && (await ceremonies.readUse(credential, challenge, passkey));
    if (!use) return undefined;
    // If the browser found the passkey itself, the answer names the user. If the server requested a certain passkey,
    // the answer may omit the user (section 7.2, step 6).
    if ((use.userHandle !== undefined || !isNamed) && use.userHandle !== userHandle(passkey.user_id)) return undefined;
    const isNew = await db.write((tx) =>
      advanceCounter(tx.query<PasskeyTables>(), passkey.credential_id, { ...use, at: dateOf(clock.nowMs()) }),
    );
    return isNew ? passkey.user_id : undefined;
  }

  const factor: LocalFactor = {
    kind: 'webauthn',
    has: (reader, userId) => hasPasskey(reader.query<PasskeyTables>(), userId),
    signsIn: () => ceremonies.isAvailable(),
  };

  /** [PK8] */
  const provider: MfaProvider<'webauthn'> = {
    method: 'webauthn',
    isAvailable: async (reader, userId) => ceremonies.isAvailable() && factor.has(reader, userId),
    async start({ id, user }) {
      const own = await listPasskeys(db.query<PasskeyTables>(), user.id);
      const { challenge, options } = await ceremonies.askToUse(own);
      await proofs.keepAs(id, challenge);
      return options;
    },
    async verify({ id, user }, credential) {
      const challenge = await proofs.take(id);
      return challenge !== undefined && (await prove(credential, challenge, true)) === user.id;
    },
  };

  return { prove, factor, provider };
}
