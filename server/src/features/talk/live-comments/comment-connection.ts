/** A connection to an upstream of live comments, reopened after each failure until it is stopped. [LC6] */
import type { ConnectSocket, OutgoingSocket } from '../../../drivers/outgoing-socket/outgoing-socket.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Random } from '../../../kernel/random.ts';
import type { CommentNews, CommentTalk } from '../../../providers/live-comments.ts';

export type CommentConnectionState = 'connecting' | 'open' | 'unavailable';

export interface CommentConnectionParts {
  readonly connect: ConnectSocket;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface LineListener {
  /** @throws when the comments are unavailable. */
  talk(): Promise<CommentTalk>;
  onState(state: CommentConnectionState): void;
  onNews(news: CommentNews): void;
}

/** The pause after the first failure, and the longest one, in milliseconds. */
export const firstPauseMs = 1_000;
export const longestPauseMs = 60_000;
/** A connection that lasted this long (ms) has worked: the next pause starts at the first one again. */
const provenMs = 30_000;
/** The upstream must admit us within this time, in milliseconds. */
const admissionMs = 15_000;
/** How often the time limits of a connection are checked, in milliseconds. */
export const lookEveryMs = 5_000;
/** Most frames queued while one is read; the newest are kept. */
const maxWaiting = 8;

/** @returns the function that stops the connection; the listener receives nothing after that. */
export function startCommentConnection(parts: CommentConnectionParts, listener: LineListener): () => void {
  const { clock, random, log } = parts;
  let isStopped = false;
  let failures = 0;
  let cancelPause: (() => void) | undefined;
  let hangUp: (() => void) | undefined;

  function again(pauseMs: number): void {
    // Half of the pause is random, so that rooms that lost the same site do not all reconnect at once.
    const share = 0.5 + random.bytes(2).readUInt16BE() / 131_072;
    cancelPause = clock.after(pauseMs * share, () => void attempt());
  }

  async function attempt(): Promise<void> {
    const startedMs = clock.nowMs();
    const ended = (cause: unknown) => {
      if (isStopped) return;
      hangUp = undefined;
      if (clock.nowMs() - startedMs > provenMs) failures = 0;
      if (cause === 'asked') {
        listener.onState('connecting');
        return again(firstPauseMs);
      }
      if (failures === 0)
        log.info({ err: cause }, 'the comments of a live stream cannot be heard, and are tried again');
      listener.onState('unavailable');
      again(Math.min(longestPauseMs, firstPauseMs * 2 ** failures));
      failures += 1;
    };
    try {
      const talk = await listener.talk();
      if (!isStopped) hangUp = converse(parts, talk, listener, ended);
    } catch (cause) {
      ended(cause);
    }
  }

  listener.onState('connecting');
  void attempt();
  return () => {
    isStopped = true;
    cancelPause?.();
    hangUp?.();
  };
}

/**
 * One conversation. Calls `ended` once, with `asked` if the upstream requests another connection. @returns the function
 * that ends it without calling `ended`.
 */
function converse(
  { connect, clock }: CommentConnectionParts,
  talk: CommentTalk,
  listener: Pick<LineListener, 'onState' | 'onNews'>,
  ended: (cause: unknown) => void,
): () => void {
  const startedMs = clock.nowMs();
  let heardMs = startedMs;
  let [isOpen, isOver] = [false, false];
  const cancels: (() => void)[] = [];

  function over(): void {
    isOver = true;
    for (const cancel of cancels) cancel();
    socket.close();
  }
  function end(cause: unknown): void {
    if (isOver) return;
    over();
    ended(cause);
  }
  function say(frames: readonly (string | Uint8Array)[]): void {
    for (const frame of frames) socket.send(frame);
  }
  function take(news: CommentNews): void {
    if (isOver) return;
    if (news.isOpen && !isOpen) {
      isOpen = true;
      listener.onState('open');
    }
    say(news.replies ?? []);
    listener.onNews(news);
    if (news.isEnding) end('asked');
  }
  const read = makeReading(talk, { take, fail: end, isOver: () => isOver });

  const socket: OutgoingSocket = connect(talk.url, talk.headers ?? {}, {
    onOpen() {
      say(talk.greeting);
      cancels.push(clock.every(talk.beat.everyMs, () => socket.send(talk.beat.frame)));
    },
    onFrame(frame) {
      heardMs = clock.nowMs();
      read(frame);
    },
    onClosed: (cause) => end(cause ?? new Error('upstream closed the connection')),
  });
  cancels.push(
    clock.every(lookEveryMs, () => {
      const nowMs = clock.nowMs();
      if (!isOpen && nowMs - startedMs > admissionMs) end(new Error('upstream lets nobody in'));
      if (nowMs - heardMs > talk.silentMs) end(new Error('upstream is silent'));
    }),
  );
  return over;
}

/** Callbacks for the result of reading. */
interface Reading {
  readonly take: (news: CommentNews) => void;
  readonly fail: (cause: unknown) => void;
  readonly isOver: () => boolean;
}

/**
 * Reads frames one after another, and queues frames that arrive meanwhile. @returns the function that takes the next
 * frame.
 */
function makeReading(talk: CommentTalk, { take, fail, isOver }: Reading): (frame: Buffer) => void {
  const waiting: Buffer[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    try {
      for (let frame = waiting.shift(); frame && !isOver(); frame = waiting.shift()) {
        const news = talk.read(frame);
        take(news instanceof Promise ? await news : news);
      }
    } catch (cause) {
      fail(cause);
    }
    isReading = false;
  }

  return (frame) => {
    waiting.push(frame);
    if (waiting.length > maxWaiting) waiting.shift();
    if (!isReading) void readAll();
  };
}
