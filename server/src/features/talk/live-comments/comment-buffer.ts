/**
 * The newest comments of one live stream: comments to be sent, and comments already sent. Both lists are bounded. [LC3]
 * [LC4] [LC5]
 */
import { toColor, toLine } from '@matinee/contract/danmaku/comment.ts';
import { DanmakuMode, DanmakuSize } from '@matinee/contract/gen/service/client/danmaku_pb.ts';
import type { LiveComment as LiveCommentMessage } from '@matinee/contract/gen/service/client/live_comments_pb.ts';
import type { CommentNews, SiteComment } from '../../../providers/live-comments.ts';

export type LiveComment = Omit<LiveCommentMessage, '$typeName' | '$unknown'>;

/** New and deleted comments since the last change. */
export interface CommentChange {
  readonly comments: readonly LiveComment[];
  readonly deletedIds: readonly string[];
  readonly cleared: boolean;
}

/** Most comments in one change: more than a person can read in that time. */
export const maxTold = 40;
/** Comments in a full state. */
export const maxRecent = 50;
/** Comments that the site can still delete. */
const maxKnown = 200;
/** Longest name of an author, in characters. */
const maxAuthor = 50;

const modes = { scroll: DanmakuMode.SCROLL, top: DanmakuMode.TOP, bottom: DanmakuMode.BOTTOM } as const;
const sizes = { small: DanmakuSize.SMALL, normal: DanmakuSize.NORMAL, large: DanmakuSize.LARGE } as const;

interface Pending {
  readonly heard: SiteComment;
  readonly atMs: number;
}
interface RecentComment {
  readonly comment: LiveComment;
  /** The site's id, for deletions; empty if another replica received the comment. */
  readonly upstreamId: string;
  readonly authorId: string;
}

export class CommentBuffer {
  readonly #newId: () => string;
  #pending: Pending[] = [];
  #known: RecentComment[] = [];
  #deletedIds: string[] = [];
  #isCleared = false;

  /** `newId` returns a unique text each time. */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /**
   * Takes new comments from the site. Texts are parsed only when they are sent, so comments that are dropped cost
   * nearly nothing.
   */
  hear({ comments = [], deleted = [] }: CommentNews, nowMs: number): void {
    for (const heard of comments) this.#pending.push({ heard, atMs: nowMs });
    if (this.#pending.length > maxTold) this.#pending.splice(0, this.#pending.length - maxTold);
    for (const which of deleted) {
      if (which === 'all') this.#clear();
      else this.#forget('id' in which ? (one) => one.id === which.id : (one) => one.authorId === which.authorId);
    }
  }

  /** The changes since the last call; undefined: none. */
  take(): CommentChange | undefined {
    const comments = this.#pending.flatMap((one) => this.#read(one) ?? []);
    const told = { comments, deletedIds: this.#deletedIds, cleared: this.#isCleared };
    [this.#pending, this.#deletedIds, this.#isCleared] = [[], [], false];
    return told.comments.length > 0 || told.deletedIds.length > 0 || told.cleared ? told : undefined;
  }

  /** Takes a change from another replica. */
  learn({ comments, deletedIds, cleared }: CommentChange): void {
    const gone = new Set(deletedIds);
    if (cleared) this.#known = [];
    this.#known = this.#known.filter(({ comment }) => !gone.has(comment.id));
    for (const comment of comments) this.#keep({ comment, upstreamId: '', authorId: '' });
  }

  /** The newest comments already sent, oldest first. */
  recent(): LiveComment[] {
    return this.#known.slice(-maxRecent).map(({ comment }) => comment);
  }

  #read({ heard, atMs }: Pending): LiveComment | undefined {
    const text = toLine(heard.text);
    if (text === '') return undefined;
    const comment = {
      id: this.#newId(),
      author: toLine(heard.author, maxAuthor),
      text,
      mode: modes[heard.mode],
      color: toColor(heard.color),
      size: sizes[heard.size],
      atMs: Math.round(atMs),
    };
    this.#keep({ comment, upstreamId: heard.id, authorId: heard.authorId });
    return comment;
  }

  #keep(known: RecentComment): void {
    this.#known.push(known);
    if (this.#known.length > maxKnown) this.#known.shift();
  }

  #forget(isIt: (one: { readonly id: string; readonly authorId: string }) => boolean): void {
    this.#pending = this.#pending.filter(({ heard }) => !isIt(heard));
    this.#known = this.#known.filter(({ comment, upstreamId: id, authorId }) => {
      if (!isIt({ id, authorId })) return true;
      this.#deletedIds.push(comment.id);
      return false;
    });
  }

  #clear(): void {
    [this.#pending, this.#known, this.#deletedIds, this.#isCleared] = [[], [], [], true];
  }
}
