import type { Tx } from '../../store/database.ts';

/** How long a closed account can be restored, in milliseconds: 30 days. */
export const restorableMs = 30 * 86_400_000;

/** Takes accounts out of use, whoever asks for it. */
export interface AccountClosing {
  /**
   * Closes a locked account: sessions and connections end, its rooms are unavailable, its name is free. What it wrote stays under its
   * name until it is erased.
   */
  close(tx: Tx, userId: string): Promise<void>;
}
