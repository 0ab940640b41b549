import type { Call } from '../../kernel/call.ts';
import type { Tx } from '../../store/database.ts';
import type { Notice } from '../notices/notices.port.ts';

/** How long it is kept what was done, in milliseconds: 365 days. [AU3] */
export const auditKeptMs = 365 * 86_400_000;

/** Something that was done. */
export interface Deed {
  /** Dotted name: `settings.updated`, `user.banned`, `mfa.enabled`. */
  readonly action: string;
  /** Id, key or name of what it was done to. */
  readonly target?: string;
  /** What explains it: old and new values, a reason. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Who is told of it by mail, and with which one; absent: nobody. */
  readonly notice?: Notice;
}

/** Who did it and from where: a call, or the server by itself. */
export type Doer = Pick<Call, 'principal' | 'address' | 'requestId'> | 'system';

/** Writes down what was done to the server and to accounts. */
export interface Audit {
  /** Becomes durable with the transaction that does it. */
  record(tx: Tx, doer: Doer, deed: Deed): Promise<void>;
}
