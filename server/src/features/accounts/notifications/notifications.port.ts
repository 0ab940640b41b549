import type { MessageInitShape } from '@bufbuild/protobuf';
import type { NotificationSchema } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { Tx } from '../../../store/database.ts';

type NotificationInit = Exclude<MessageInitShape<typeof NotificationSchema>, { $typeName: string }>;

/** What happened: `{ case: 'roleChanged', value: { role } }`. */
export type NewsContent = Extract<NonNullable<NotificationInit['content']>, { case: string }>;

/** Something that happened and concerns people. */
export interface News {
  /** Ids of the users who are told. Unknown and deleted accounts are left out. */
  readonly to: readonly string[];
  /**
   * Names the thing that happened: `joinRequest/rev_…`. Nobody is told of one thing twice, whoever calls about it. Absent for what may
   * happen again, such as a change of a role: then each call is a thing of its own.
   */
  readonly thing?: string;
  /** Who did it, if that is to be told. They are not told themselves, and neither is anybody who blocked them. */
  readonly actorId?: string | undefined;
  /** The room that it happened in. Call before the room's row is deleted. */
  readonly roomId?: string | undefined;
  readonly content: NewsContent;
}

/** Things that wait for whoever decides, and count up in one entry. */
export interface Waited {
  readonly kind: CountedKind;
  /** Absent: they are of no room. */
  readonly roomId?: string | undefined;
  /** Whether none waits any more. Asked under the lock of the lists, so that what arrives meanwhile stays unread. */
  readonly isOver: () => Promise<boolean>;
}

/** Kinds of which many things are one unread entry. */
export type CountedKind = Extract<
  NewsContent['case'],
  'joinRequestArrived' | 'reportArrived' | 'mention' | 'roomCreationArrived'
>;

/** Tells people what concerns them. */
export interface Notifications {
  /**
   * Stores what people are told in `tx`, the transaction of what happened. It locks their lists: in a transaction that calls
   * `nextSequence`, call this before.
   */
  notify(tx: Tx, news: News): Promise<void>;
  /** Marks as read what people were told of things that waited for somebody. Call it where one of these is decided or gone. [NO14] */
  settle(tx: Tx, waited: Waited): Promise<void>;
}
