import type { Reader, Tx } from '../../../store/database.ts';
import { mfaErrors } from './mfa.errors.ts';
import type {
  AccountFactors,
  AnyMfaProvider,
  FactorGuard,
  FactorKind,
  LinkedSignIn,
  LocalFactor,
  MfaProvider,
  ProofMethod,
} from './mfa.port.ts';
import { isTwoFactorEnabled, lockAccount, type MfaTables } from './mfa.store.ts';

/** Factors that features contribute. Read at each call, because those features are made later. */
export interface FactorParts {
  readonly localFactors: () => readonly LocalFactor[];
  readonly linkedSignIns: () => readonly LinkedSignIn[];
  readonly providers: () => readonly AnyMfaProvider[];
}

/** The factors of accounts, and how many an account must keep. */
export interface Factors extends AccountFactors, FactorGuard {
  /** The local factors of the account. */
  held(reader: Reader, userId: string): Promise<ReadonlySet<FactorKind>>;
  /** Whether the account has enough factors for two-factor sign-in. The caller has locked the account. */
  suffice(tx: Tx, userId: string): Promise<boolean>;
}

/** Minimum number of local factors of an account with two-factor sign-in. */
const factorsNeeded = 2;
/** Methods in the order in which they are offered. */
const order: readonly ProofMethod[] = ['password', 'webauthn', 'totp', 'email', 'recovery_code'];

export function makeFactors({ localFactors, linkedSignIns, providers }: FactorParts): Factors {
  async function held(reader: Reader, userId: string) {
    const kinds = new Set<FactorKind>();
    for (const factor of localFactors()) if (await factor.has(reader, userId)) kinds.add(factor.kind);
    return kinds;
  }

  async function available(reader: Reader, userId: string) {
    const methods: ProofMethod[] = [];
    for (const { method, isAvailable } of providers()) if (await isAvailable(reader, userId)) methods.push(method);
    return order.filter((method) => methods.includes(method));
  }

  /** At least two factors, one of which is usable as the second. A password is never a second factor. */
  async function suffice(tx: Tx, userId: string) {
    if ((await held(tx, userId)).size < factorsNeeded) return false;
    return (await available(tx, userId)).some((method) => method !== 'password');
  }

  async function maySignIn(tx: Tx, userId: string) {
    const kinds = await held(tx, userId);
    if (localFactors().some((factor) => kinds.has(factor.kind) && factor.signsIn())) return true;
    for (const linked of linkedSignIns()) if (await linked.has(tx, userId)) return true;
    return false;
  }

  return {
    isTwoFactorEnabled: (reader, userId) => isTwoFactorEnabled(reader.query<MfaTables>(), userId),
    held,
    available,
    suffice,
    provider: <M extends ProofMethod>(method: M) =>
      providers().find((provider): provider is Extract<AnyMfaProvider, MfaProvider<M>> => provider.method === method),
    /** [MF18] [MF19] */
    async remove(tx, userId, removal) {
      await lockAccount(tx.query<MfaTables>(), userId);
      const result = await removal();
      const isOn = await isTwoFactorEnabled(tx.query<MfaTables>(), userId);
      if (isOn && !(await suffice(tx, userId))) throw mfaErrors.two_factors_needed();
      if (!(await maySignIn(tx, userId))) throw mfaErrors.last_sign_in();
      return result;
    },
  };
}
