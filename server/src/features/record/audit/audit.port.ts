import type { Call } from '../../../kernel/call.ts';
import type { Tx } from '../../../store/database.ts';
import type { Notice } from '../notices/notices.ts';

/** Retention of records, in milliseconds: 365 days. [AU3] */
export const auditKeptMs = 365 * 86_400_000;

/** An action to record. */
export interface Deed {
  /** Dotted name: `settings.updated`, `user.banned`, `mfa.enabled`. */
  readonly action: string;
  /** Id, key or name of the changed object. */
  readonly target?: string;
  /** Details of the action: old and new values, a reason. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The mail about the action and its recipient; absent: no mail. */
  readonly notice?: Notice;
}

/** The actor and origin of an action: a call, or the server itself. */
export type Doer = Pick<Call, 'principal' | 'address' | 'requestId'> | 'system';

/** Records actions on the server and on accounts. */
export interface Audit {
  /** Writes the record in `tx`, the transaction of the action itself, and sends the notice when `tx` commits. */
  record(tx: Tx, doer: Doer, deed: Deed): Promise<void>;
}
