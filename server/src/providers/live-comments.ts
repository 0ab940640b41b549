/** Live comments: what people write at the site of a live stream. */
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** What one frame of upstream says. Absent: it says nothing about that. */
export interface CommentNews {
  /** True: upstream has let us in. */
  readonly isOpen?: boolean;
  /** The oldest first. */
  readonly comments?: readonly SiteComment[];
  /** Deleted comments: the one with this id, all of this author, or all. */
  readonly deleted?: readonly ({ readonly id: string } | { readonly authorId: string } | 'all')[];
  /** Frames that upstream wants as an answer. */
  readonly replies?: readonly (string | Uint8Array)[];
  /** True: upstream closes this connection soon, and wants another one. */
  readonly isEnding?: boolean;
}

export interface SiteComment {
  /** The id by which upstream deletes it. Empty: it cannot. */
  readonly id: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
  readonly mode: DanmakuComment['mode'];
  /** Upstream's value. Anything that is not a colour counts as white. */
  readonly color: unknown;
  readonly size: DanmakuComment['size'];
}

/**
 * A conversation with an upstream of live comments, over one WebSocket. The mechanism connects, keeps the times and
 * limits, and reconnects.
 */
export interface CommentTalk {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Frames to send first. */
  readonly greeting: readonly (string | Uint8Array)[];
  /** A frame to send again and again, so that upstream answers. */
  readonly beat: { readonly everyMs: number; readonly frame: string | Uint8Array };
  /** Upstream is never silent for this long, in milliseconds. */
  readonly silentMs: number;
  /**
   * Reads a frame. One is read at a time. @throws Error when the frame breaks upstream's protocol, which ends the
   * conversation
   */
  read(frame: Buffer): CommentNews | Promise<CommentNews>;
}
