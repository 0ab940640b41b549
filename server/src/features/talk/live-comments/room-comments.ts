/**
 * The live comments of one room on this replica, from its own connection or from the replica that has one. [LC1]–[LC3]
 * [LC7] [LC8]
 */
import { type LiveComments, LiveCommentsState } from '@matinee/contract/gen/service/client/live_comments_pb.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { CommentTalk } from '../../../providers/live-comments.ts';
import type { Bus } from '../../../realtime/bus.ts';
import { changePayload, decodePayload } from '../../../realtime/frames.ts';
import type { LocalKeys } from '../../../store/key-value/key-value.ts';
import { CommentBuffer, type CommentChange } from './comment-buffer.ts';
import {
  type CommentConnectionParts,
  type CommentConnectionState,
  startCommentConnection,
} from './comment-connection.ts';

/** A playing item with live comments. */
export interface Commented {
  readonly mediaId: string;
  /** Changes when the item's comments come from another place. */
  readonly name: string;
  talk(): Promise<CommentTalk>;
}

export interface RoomCommentParts extends CommentConnectionParts {
  readonly replicaId: string;
  readonly replicaCount: () => number;
  readonly keys: Pick<LocalKeys, 'compareAndSet' | 'delete'>;
  readonly bus: Bus;
  /** Undefined: the current item has no live comments. */
  readonly findPlaying: (roomId: string) => Promise<Commented | undefined>;
  /** Sends a change to the observers on this replica. */
  readonly publish: (roomId: string, payload: Uint8Array) => void;
}

/** How long changes are collected, in milliseconds. */
export const collectMs = 200;
/** How long the lease for the connection lasts, and how often replicas claim it, in milliseconds. */
const leaseMs = 10_000;
export const leaseEveryMs = 3_000;

/** `hello` requests the state. `told` carries the state or a change, as a payload for clients. */
interface Message {
  readonly from: string;
  readonly name: string;
  readonly kind: 'hello' | 'told';
  readonly payload?: string;
}

const states: Readonly<Record<CommentConnectionState, LiveCommentsState>> = {
  connecting: LiveCommentsState.CONNECTING,
  open: LiveCommentsState.OPEN,
  unavailable: LiveCommentsState.UNAVAILABLE,
};

export class RoomComments {
  readonly #roomId: string;
  readonly #parts: RoomCommentParts;
  readonly #endHearing: () => void;
  readonly #topic: string;
  #playing: Commented | undefined;
  #state: CommentConnectionState = 'connecting';
  #buffer: CommentBuffer;
  #disconnect: (() => void) | undefined;
  #cancelTelling: (() => void) | undefined;
  #looks = 0;
  #ids = 0;
  #isClosed = false;

  constructor(roomId: string, parts: RoomCommentParts) {
    this.#roomId = roomId;
    this.#parts = parts;
    this.#topic = `live-comments:${roomId}`;
    this.#buffer = this.#emptyBuffer();
    this.#endHearing = parts.bus.subscribe(this.#topic, (text) => this.#hear(JSON.parse(text) as Message));
  }

  /** Reads the playing item. @returns the state as a payload for clients. @throws any error of the database. */
  async look(): Promise<Uint8Array> {
    const look = ++this.#looks;
    const playing = await this.#parts.findPlaying(this.#roomId);
    // A later look has newer facts.
    if (look === this.#looks && playing?.name !== this.#playing?.name) {
      this.#drop();
      this.#playing = playing;
      this.claim();
    }
    return this.#statePayload();
  }

  /** Claims or renews the lease for the connection. Callers repeat it every `leaseEveryMs`. */
  claim(): void {
    this.#claim().catch((err) =>
      logFailedWork(this.#parts.log, err, 'the right to hear live comments is not known', { roomId: this.#roomId }),
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#endHearing();
    const isHolder = this.#disconnect !== undefined;
    this.#drop();
    this.#playing = undefined;
    // If the delete fails, another replica takes over when the lease expires.
    if (isHolder) void this.#parts.keys.delete(this.#topic).catch(() => undefined);
  }

  async #claim(): Promise<void> {
    const { keys, replicaId, replicaCount } = this.#parts;
    const playing = this.#playing;
    if (!playing || this.#isClosed) return;
    const isMine =
      (await keys.compareAndSet(this.#topic, replicaId, replicaId, leaseMs)) ||
      (await keys.compareAndSet(this.#topic, undefined, replicaId, leaseMs));
    if (this.#isClosed || this.#playing !== playing) return;
    if (isMine) return this.#open(playing);
    if (this.#disconnect) this.#drop();
    if (this.#state === 'connecting' && replicaCount() > 1) this.#say({ kind: 'hello' });
  }

  #open(playing: Commented): void {
    if (this.#disconnect) return;
    this.#disconnect = startCommentConnection(this.#parts, {
      talk: playing.talk,
      onState: (state) => {
        this.#state = state;
        this.#tellSoon();
      },
      onNews: (news) => {
        if (!news.comments && !news.deleted) return;
        this.#buffer.hear(news, this.#parts.clock.nowMs());
        this.#tellSoon();
      },
    });
  }

  #tellSoon(): void {
    this.#cancelTelling ??= this.#parts.clock.after(collectMs, () => {
      this.#cancelTelling = undefined;
      const payload = this.#payloadOf(this.#buffer.take() ?? { comments: [], deletedIds: [], cleared: false }, false);
      this.#parts.publish(this.#roomId, payload);
      this.#tellReplicas(payload);
    });
  }

  #hear({ from, name, kind, payload }: Message): void {
    if (from === this.#parts.replicaId || name !== this.#playing?.name) return;
    if (kind === 'hello') {
      if (this.#disconnect) this.#tellReplicas(this.#statePayload());
      return;
    }
    if (this.#disconnect || payload === undefined) return;
    const bytes = Buffer.from(payload, 'base64');
    const { snapshot, resource } = decodePayload(bytes);
    if (resource.case !== 'liveComments') return;
    if (snapshot) this.#buffer = this.#emptyBuffer();
    this.#buffer.learn(resource.value);
    this.#state = connectionStateOf(resource.value);
    this.#parts.publish(this.#roomId, bytes);
  }

  #tellReplicas(payload: Uint8Array): void {
    if (this.#parts.replicaCount() > 1) this.#say({ kind: 'told', payload: Buffer.from(payload).toString('base64') });
  }

  #say(message: Pick<Message, 'kind' | 'payload'>): void {
    const { bus, replicaId: from } = this.#parts;
    bus.publish(this.#topic, JSON.stringify({ ...message, from, name: this.#playing?.name ?? '' } satisfies Message));
  }

  #statePayload(): Uint8Array {
    return this.#payloadOf({ comments: this.#buffer.recent(), deletedIds: [], cleared: false }, true);
  }

  #payloadOf({ comments, deletedIds, cleared }: CommentChange, snapshot: boolean): Uint8Array {
    const value = {
      ...(this.#playing ? { mediaId: this.#playing.mediaId } : {}),
      state: this.#playing ? states[this.#state] : LiveCommentsState.NONE,
      comments: [...comments],
      deletedIds: [...deletedIds],
      cleared,
    };
    return changePayload({ snapshot, resource: { case: 'liveComments', value } });
  }

  /** Drops the connection and all comments so far. */
  #drop(): void {
    this.#disconnect?.();
    this.#cancelTelling?.();
    [this.#disconnect, this.#cancelTelling] = [undefined, undefined];
    this.#state = 'connecting';
    this.#buffer = this.#emptyBuffer();
  }

  #emptyBuffer(): CommentBuffer {
    const prefix = this.#parts.random.bytes(6).toString('base64url');
    return new CommentBuffer(() => `${prefix}${(this.#ids++).toString(36)}`);
  }
}

function connectionStateOf({ state }: Pick<LiveComments, 'state'>): CommentConnectionState {
  if (state === LiveCommentsState.OPEN) return 'open';
  return state === LiveCommentsState.UNAVAILABLE ? 'unavailable' : 'connecting';
}
