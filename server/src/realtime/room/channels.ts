import type { Clock } from '../../kernel/clock.ts';
import type { RealtimeContext } from '../context.ts';
import { ownTopic } from '../own-topic.ts';
import type { RoomPresence } from '../presence/room-presence.ts';
import { RoomChannel } from './channel.ts';

/** A room without sessions is kept this long, in milliseconds, for people whose network failed for a moment. [RT8] */
const LINGER_MS = 30_000;

/** The channels of this process, one for each room. */
export class Channels {
  readonly #channels = new Map<string, RoomChannel>();
  readonly #lingering = new Map<RoomChannel, () => void>();
  readonly #context: RealtimeContext;
  readonly #clock: Clock;
  readonly #presenceOf: (roomId: string) => RoomPresence;

  constructor(context: RealtimeContext, presenceOf: (roomId: string) => RoomPresence) {
    this.#context = context;
    this.#clock = context.clock;
    this.#presenceOf = presenceOf;
  }

  find(roomId: string): RoomChannel | undefined {
    return this.#channels.get(roomId);
  }

  /** The channel of a room, created if needed. */
  get(roomId: string): RoomChannel {
    const known = this.#channels.get(roomId);
    if (known !== undefined) {
      this.#stay(known);
      return known;
    }
    const emptied = (channel: RoomChannel) => this.#linger(channel);
    const ownOf = (userId: string) => this.get(ownTopic(userId));
    const channel = new RoomChannel(roomId, this.#context, this.#presenceOf, { emptied, ownOf });
    this.#channels.set(roomId, channel);
    return channel;
  }

  all(): Iterable<RoomChannel> {
    return this.#channels.values();
  }

  /** Drops all channels, at the end of the process. */
  close(): void {
    for (const channel of [...this.#channels.values()]) this.#drop(channel);
  }

  #linger(channel: RoomChannel): void {
    const cancel = this.#clock.after(LINGER_MS, () => this.#drop(channel));
    this.#lingering.set(channel, cancel);
  }

  #stay(channel: RoomChannel): void {
    this.#lingering.get(channel)?.();
    this.#lingering.delete(channel);
  }

  #drop(channel: RoomChannel): void {
    this.#stay(channel);
    this.#channels.delete(channel.roomId);
    channel.close();
  }
}
