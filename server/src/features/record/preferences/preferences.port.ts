import type { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import type { Reader, Tx } from '../../../store/database.ts';

/** Which notifications are mailed to the owner of an account. */
export interface MailedKinds {
  readonly notifyRoomInvitations: boolean;
  readonly notifyJoinRequests: boolean;
  readonly notifyRoleChanges: boolean;
  readonly notifyReports: boolean;
  readonly notifyAnnouncements: boolean;
  readonly notifyMentions: boolean;
}

/** What the owner of an account has chosen. */
export interface Chosen extends MailedKinds {
  /** RFC 5646; empty: nothing chosen. */
  readonly language: string;
  readonly theme: Theme;
  /** False: no mails about what happened to the account, and none about notifications. */
  readonly emailNotifications: boolean;
  /** What the person watches is kept for them. */
  readonly keepWatched: boolean;
  /** Other members see how far the person has watched an item. */
  readonly showProgress: boolean;
}

/** What owners of accounts have chosen, for features that act by it. */
export interface Preferences {
  of(reader: Reader, userId: string): Promise<Chosen>;
  /** Changes what is given and leaves the rest. */
  change(tx: Tx, userId: string, changes: Partial<Chosen>): Promise<Chosen>;
}
