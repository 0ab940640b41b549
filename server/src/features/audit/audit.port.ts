import type { Call } from '../../kernel/call.ts';
import type { Tx } from '../../store/database.ts';
import type { Notice } from '../notices/notices.port.ts';

/** How long records are kept, in milliseconds: 365 days. [AU3] */
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

/** Records what was done to the server and to accounts. */
export interface Audit {
  /** Writes the record with `tx`, the transaction that does the deed, and sends its notice when `tx` commits. */
  record(tx: Tx, doer: Doer, deed: Deed): Promise<void>;
}
