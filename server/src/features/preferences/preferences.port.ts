import type { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import type { Reader, Tx } from '../../store/database.ts';

/** What the owner of an account has chosen. */
export interface Chosen {
  /** RFC 5646; empty: nothing chosen. */
  readonly language: string;
  readonly theme: Theme;
  /** False: no mails about what happened to the account. */
  readonly emailNotifications: boolean;
}

/** What owners of accounts have chosen, for features that act by it. */
export interface Preferences {
  of(reader: Reader, userId: string): Promise<Chosen>;
  /** Changes what is given and leaves the rest. */
  change(tx: Tx, userId: string, changes: Partial<Chosen>): Promise<Chosen>;
}
