/** Live comments: comments written at the site of a live stream. */
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** The content of one upstream frame. Absent: nothing of that kind. */
export interface CommentNews {
  /** True: upstream has accepted the connection. */
  readonly isOpen?: boolean;
  /** Oldest first. */
  readonly comments?: readonly SiteComment[];
  /** Deleted comments: the one with this id, all of this author, or all. */
  readonly deleted?: readonly ({ readonly id: string } | { readonly authorId: string } | 'all')[];
  /** Frames to send in response. */
  readonly replies?: readonly (string | Uint8Array)[];
  /** True: upstream is about to close this connection, and requests another one. */
  readonly isEnding?: boolean;
}

export interface SiteComment {
  /** The id for upstream's deletions. Empty: it cannot be deleted. */
  readonly id: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
  readonly mode: DanmakuComment['mode'];
  /** Upstream's value. Invalid colours count as white. */
  readonly color: unknown;
  readonly size: DanmakuComment['size'];
}

/**
 * The protocol of an upstream of live comments, over one WebSocket. The caller connects, enforces timeouts and limits,
 * and reconnects.
 */
export interface CommentTalk {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Frames to send first. */
  readonly greeting: readonly (string | Uint8Array)[];
  /** A heartbeat frame that upstream responds to. */
  readonly beat: { readonly everyMs: number; readonly frame: string | Uint8Array };
  /** Longest normal silence of upstream, in milliseconds. */
  readonly silentMs: number;
  /**
   * Reads a frame, one at a time. @throws Error when the frame violates upstream's protocol, which ends the connection
   */
  read(frame: Buffer): CommentNews | Promise<CommentNews>;
}
