import type { Tx } from '../../../store/database.ts';
import type { InvitationRow } from './invitations.store.ts';

export type { InvitationRow };

/** What other features may ask of invitations. */
export interface Invitations {
  /**
   * The invitation of a token that lets somebody in now, as far as can be seen before. Wrong tokens count by the network of `address`.
   * @throws AppError `invitations.not_found`, also for one of another room than `roomId`; `invitations.ended`, `invitations.locked_out`.
   */
  find(token: string, address: string, roomId?: string): Promise<InvitationRow>;
  /** Counts the use of somebody who came in, in the transaction that let them in. @throws AppError `invitations.ended` when none was left. */
  use(tx: Tx, invitation: InvitationRow, userId: string): Promise<void>;
}
