import type { MessageInitShape } from '@bufbuild/protobuf';
import type { NotificationSchema } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { Tx } from '../../../store/database.ts';

type NotificationInit = Exclude<MessageInitShape<typeof NotificationSchema>, { $typeName: string }>;

/** What happened: `{ case: 'roleChanged', value: { role } }`. */
export type NewsContent = Extract<NonNullable<NotificationInit['content']>, { case: string }>;

/** An event that concerns users. */
export interface News {
  /** Ids of the users who are told. Unknown and deleted accounts are left out. */
  readonly to: readonly string[];
  /**
   * Names the thing that happened: `joinRequest/rev_…`. Users are told of one thing only once, even if several callers
   * report it. Absent for a thing that may happen again, such as a change of a role: then each call is a new thing.
   */
  readonly thing?: string;
  /**
   * The user who did it, if the notification says so. This user is not told, and neither are users who blocked this
   * user.
   */
  readonly actorId?: string | undefined;
  /** The room of the event. Call before the room's row is deleted. */
  readonly roomId?: string | undefined;
  readonly content: NewsContent;
}

/** Things that wait for a decision and count up in one entry. */
export interface Waited {
  readonly kind: CountedKind;
  /** Absent: they belong to no room. */
  readonly roomId?: string | undefined;
  /**
   * Whether none of them waits any more. Called while the lists are locked, so that things that arrive meanwhile stay
   * unread.
   */
  readonly isOver: () => Promise<boolean>;
}

/** Kinds whose things share one unread entry. */
export type CountedKind = Extract<
  NewsContent['case'],
  'joinRequestArrived' | 'reportArrived' | 'mention' | 'roomCreationArrived'
>;

/** Tells users what concerns them. */
export interface Notifications {
  /**
   * Stores the notifications in `tx`, the transaction of the event. It locks the users' lists. If the transaction also
   * calls `nextSequence`, call this first.
   */
  notify(tx: Tx, news: News): Promise<void>;
  /** Marks notifications about waiting things as read. Call it where one of these things is decided or gone. [NO14] */
  settle(tx: Tx, waited: Waited): Promise<void>;
}
