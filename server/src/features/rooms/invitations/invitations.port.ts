import type { Tx } from '../../../store/database.ts';
import type { InvitationRow } from './invitations.store.ts';

export type { InvitationRow };

/** The port of invitations for other features. */
export interface Invitations {
  /**
   * The invitation of a token, if it would currently admit a user, as far as this is known before the transaction.
   * Wrong tokens are counted by the network of `address`.
   * @throws AppError `invitations.not_found`, also for an invitation to another room than `roomId`;
   * `invitations.ended`, `invitations.locked_out`.
   */
  find(token: string, address: string, roomId?: string): Promise<InvitationRow>;
  /**
   * Counts a use by a new member, in the transaction that admits them. @throws AppError `invitations.ended` if no use
   * is left.
   */
  use(tx: Tx, invitation: InvitationRow, userId: string): Promise<void>;
}
