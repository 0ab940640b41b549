import type { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import type { Reader, Tx } from '../../../store/database.ts';

/** The kinds of notifications that are mailed to an account's owner. */
export interface MailedKinds {
  readonly notifyRoomInvitations: boolean;
  readonly notifyJoinRequests: boolean;
  readonly notifyRoleChanges: boolean;
  readonly notifyReports: boolean;
  readonly notifyAnnouncements: boolean;
  readonly notifyMentions: boolean;
}

/** The preferences of an account's owner. */
export interface Chosen extends MailedKinds {
  /** RFC 5646; empty: not set. */
  readonly language: string;
  readonly theme: Theme;
  /** False: no mails about events on the account, and none about notifications. */
  readonly emailNotifications: boolean;
  /** The server stores what the person has watched. */
  readonly keepWatched: boolean;
  /** Other members see how far the person has watched an item. */
  readonly showProgress: boolean;
}

/** The preferences of account owners, for features that respect them. */
export interface Preferences {
  of(reader: Reader, userId: string): Promise<Chosen>;
  /** Changes the given preferences and leaves the rest. */
  change(tx: Tx, userId: string, changes: Partial<Chosen>): Promise<Chosen>;
}
