/** Live comments: what people write at the site of a live stream. */
import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** What one frame of upstream says; what is absent it does not say. */
export interface CommentNews {
  /** True: upstream has let us in. */
  readonly isOpen?: boolean;
  /** The oldest first. */
  readonly comments?: readonly HeardComment[];
  /** Comments that were taken back: those with this id, those of this author, or all. */
  readonly deleted?: readonly ({ readonly id: string } | { readonly authorId: string } | 'all')[];
  /** What it wants to be answered. */
  readonly replies?: readonly (string | Uint8Array)[];
  /** True: upstream closes this connection soon, and wants another one. */
  readonly isEnding?: boolean;
}

export interface HeardComment {
  /** By which upstream takes it back. Empty: it cannot. */
  readonly id: string;
  readonly authorId: string;
  readonly author: string;
  readonly text: string;
  readonly mode: DanmakuComment['mode'];
  /** As upstream has it; what is no colour is white. */
  readonly color: unknown;
  readonly size: DanmakuComment['size'];
}

/** A conversation with an upstream of live comments, over one WebSocket. The mechanism connects, keeps the times and limits, and begins again. */
export interface CommentTalk {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is said first. */
  readonly greeting: readonly (string | Uint8Array)[];
  /** What is said all the time, so that upstream answers. */
  readonly beat: { readonly everyMs: number; readonly frame: string | Uint8Array };
  /** Upstream is never silent for so long, in milliseconds. */
  readonly silentMs: number;
  /** What a frame says. One is read at a time. @throws Error for what is not the protocol of upstream, which ends the conversation */
  read(frame: Buffer): CommentNews | Promise<CommentNews>;
}
