import { fromBinary } from '@bufbuild/protobuf';
import { ChatEventKind, type ChatMessageEvent } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { TestServer, TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';

/** A message as a member shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly clientMessageId: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly content: string;
  /** Number of people for each reaction, by key. */
  readonly reactions: Readonly<Record<string, number>>;
}

/**
 * A member who builds the list of messages from events alone. The connection breaks now and then; the member resumes
 * after the last event received.
 */
export class WatchingMember {
  readonly user: TestUser;
  readonly #room: string;
  readonly #shown = new Map<string, ShownMessage>();
  /** Faulty events: duplicates, events out of order, or events about a message that was never sent. */
  readonly faults: string[] = [];
  #last = 0;
  #socket: TestSocket | undefined;

  constructor(room: string, user: TestUser) {
    this.#room = room;
    this.user = user;
  }

  get list(): ShownMessage[] {
    return [...this.#shown.values()];
  }

  get socket(): TestSocket | undefined {
    return this.#socket;
  }

  /** Connects to `server` and resumes after the last event. */
  async connect(server: TestServer): Promise<void> {
    const socket = await server.socket(this.#room, this.user.token);
    this.drop();
    this.#socket = socket;
    socket.ws.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary || this.#socket !== socket) return;
      const { message } = fromBinary(ServerMessageSchema, data);
      if (message.case === 'resourceChanged' && message.value.resource.case === 'chatEvent') {
        this.#heard(message.value.resource.value);
      }
    });
    await socket.observe({ case: 'chatEvents', value: {} }, { afterEventSequence: BigInt(this.#last) });
  }

  /** Breaks the connection like a network failure. */
  drop(): void {
    this.#socket?.ws.terminate();
    this.#socket = undefined;
  }

  /** Waits until a message has arrived. */
  async has(clientMessageId: string): Promise<void> {
    const isHere = () => this.list.some((message) => message.clientMessageId === clientMessageId);
    await until(`${this.user.username} has ${clientMessageId}`, isHere, 30_000);
  }

  #heard(event: ChatMessageEvent): void {
    const { eventId, kind, message, reaction } = event;
    const place = Number(eventId);
    if (place <= this.#last) this.faults.push(`event ${place} after event ${this.#last}`);
    this.#last = place;
    if (reaction) return this.#reacted(reaction);
    if (!message) return void this.faults.push(`event ${place} is about nothing`);
    const before = this.#shown.get(message.id);
    if (kind === ChatEventKind.SENT && before) this.faults.push(`event ${place} sends ${message.id} again`);
    // A client that resumes from before a deleted message gets only its deletion.
    if (kind === ChatEventKind.EDITED && !before)
      this.faults.push(`event ${place} edits ${message.id}, which nobody sent`);
    const { id, clientMessageId, version, deleted, content } = message;
    const reactions = deleted ? {} : (before?.reactions ?? {});
    this.#shown.set(id, { id, clientMessageId, version, deleted, content, reactions });
  }

  #reacted({ messageId, reactionKey, count }: NonNullable<ChatMessageEvent['reaction']>): void {
    const before = this.#shown.get(messageId);
    if (!before) return void this.faults.push(`a reaction to ${messageId}, which nobody sent`);
    // A client that resumes from before a deletion still receives the hidden reaction, without its content.
    if (before.deleted) return;
    const { [reactionKey]: _, ...others } = before.reactions;
    const reactions = count === 0 ? others : { ...others, [reactionKey]: count };
    this.#shown.set(messageId, { ...before, reactions });
  }
}
