import type { Tx } from '../../../store/database.ts';

/** How long a closed account or a deleted room can be restored, in milliseconds: 30 days. */
export const restorableMs = 30 * 86_400_000;

/** Closes accounts, for their owners and for administrators. */
export interface AccountClosing {
  /**
   * Closes a locked account: ends its sessions and connections, passes its rooms to the heirs that the owner chose or
   * makes them unavailable, and frees its username. Until the account is erased, its messages and files stay under its
   * name.
   */
  close(tx: Tx, userId: string): Promise<void>;
}

/** Erases accounts permanently. */
export interface AccountErasing {
  /**
   * Erases a locked account that is closed, with its rooms. Content that others still see goes to an anonymous heir.
   */
  erase(tx: Tx, userId: string): Promise<void>;
}
