import type { Tx } from '../../../store/database.ts';
import type { ItemChange } from '../../watching/history/history.port.ts';

/** Somebody who has become a member. */
export interface Joined {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

/** What the server says in a chat, in the transaction of what it says. [CH25] */
export interface ChatNotices {
  joined(tx: Tx, roomId: string, users: readonly Joined[]): Promise<void>;
  /** Says nothing where nobody started an item: the server goes on by itself. */
  itemChanged(tx: Tx, roomId: string, change: ItemChange): Promise<void>;
}
