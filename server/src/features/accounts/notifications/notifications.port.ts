import type { MessageInitShape } from '@bufbuild/protobuf';
import type { NotificationSchema } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { Tx } from '../../../store/database.ts';

type NotificationInit = Exclude<MessageInitShape<typeof NotificationSchema>, { $typeName: string }>;

/** The content of a notification: `{ case: 'roleChanged', value: { role } }`. */
export type NewsContent = Extract<NonNullable<NotificationInit['content']>, { case: string }>;

/** An event to report to users. */
export interface News {
  /** Ids of the users to notify. Unknown and deleted accounts are skipped. */
  readonly to: readonly string[];
  /**
   * Identifies the reported thing: `joinRequest/rev_…`. Users are notified of one thing only once, even if several
   * callers report it. Absent for something that may happen again, such as a change of a role: each call is then a new
   * thing.
   */
  readonly thing?: string;
  /**
   * The user who acted, if the notification names them. This user is not notified, and neither are users who blocked
   * this user.
   */
  readonly actorId?: string | undefined;
  /** The room of the event. Call this before the room's row is deleted. */
  readonly roomId?: string | undefined;
  readonly content: NewsContent;
}

/** Things that await a decision and share one counted entry. */
export interface Waited {
  readonly kind: CountedKind;
  /** Absent: they belong to no room. */
  readonly roomId?: string | undefined;
  /**
   * Whether none of them is waiting any more. Called while the lists are locked, so that things that arrive meanwhile
   * stay unread.
   */
  readonly isOver: () => Promise<boolean>;
}

/** Kinds whose things share one unread entry. */
export type CountedKind = Extract<
  NewsContent['case'],
  'joinRequestArrived' | 'reportArrived' | 'mention' | 'roomCreationArrived'
>;

/** Notifies users of events that concern them. */
export interface Notifications {
  /**
   * Stores the notifications in `tx`, the transaction of the event. It locks the users' lists. If the transaction also
   * calls `nextSequence`, call this first.
   */
  notify(tx: Tx, news: News): Promise<void>;
  /** Marks notifications about waiting things as read. Call this when one of these things is decided or gone. [NO14] */
  settle(tx: Tx, waited: Waited): Promise<void>;
}
