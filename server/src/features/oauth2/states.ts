import { createHash } from 'node:crypto';
import { type Random, secretText } from '../../kernel/random.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';

/** What a state stands for. */
export interface IssuedState {
  readonly instance: string;
  /** Of the client that the sign-in was begun with. */
  readonly fingerprint: string;
  /** Absent: native mode. */
  readonly redirectUrl?: string;
  readonly verifier: string;
  readonly nonce: string;
  /** Set when an account is to be linked to this user. */
  readonly bindUserId?: string;
}

/** How long a sign-in at a provider may take. [OA6] */
const stateLifeMs = 300_000;

/** States that were given out. The shared store keeps them, so that a sign-in may end on another replica. [OA6] */
export function makeStates(store: KeyValue, random: Random) {
  // Who reads the store cannot end a sign-in of somebody else.
  const keyOf = (state: string) => `oauth2:state:${createHash('sha256').update(state).digest('base64url')}`;
  return {
    make: (): string => secretText(random),
    async keep(state: string, issued: IssuedState): Promise<void> {
      await store.set(keyOf(state), JSON.stringify(issued), { ttlMs: stateLifeMs, ifAbsent: true });
    },
    /** Gives it once; undefined when it is unknown, too old or was taken. */
    async take(state: string): Promise<IssuedState | undefined> {
      const found = await store.take(keyOf(state));
      return found === undefined ? undefined : (JSON.parse(found) as IssuedState);
    },
  };
}
