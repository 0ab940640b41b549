/** The viewers of one stream: each picture is packetized once, for all of them. [RTC10] [RTC11] */
import { Buffer } from 'node:buffer';
import type { Clock } from '../../../kernel/clock.ts';
import { toPayloads } from './payloads.ts';
import type { ParameterSets, SenderNews, SenderOrder, SenderTask, StreamPart } from './sender-messages.ts';
import { type PackedPicture, Viewer } from './viewer.ts';

/**
 * Most packets since the last key frame sent to new viewers: 2 MB. With more, new viewers wait for the next key frame.
 */
const mostGroupPackets = 1_800;

export interface AudienceParts extends SenderTask {
  readonly clock: Clock;
  readonly zeroMs: number;
  readonly tell: (news: SenderNews) => void;
}

export class Audience {
  readonly #parts: AudienceParts;
  readonly #viewers = new Map<string, Viewer>();
  #sets: ParameterSets | undefined;
  #group: PackedPicture[] = [];
  #groupPackets = 0;
  /** False: more packets than new viewers get, or no key frame yet. */
  #isWhole = false;

  constructor(parts: AudienceParts) {
    this.#parts = parts;
  }

  hear(order: SenderOrder): void {
    if (order.kind === 'admit') return void this.#admit(order.viewer, order.offer);
    if (order.kind === 'leave') return this.#leave(order.viewer);
    if (order.kind === 'config') return this.#configure(order);
    try {
      this.#take(order);
    } finally {
      // The sender would wait for these bytes forever.
      this.#parts.tell({ kind: 'took', bytes: order.bytes.length });
    }
  }

  /** Called every second. */
  look(): void {
    for (const viewer of [...this.#viewers.values()]) viewer.look();
  }

  #configure(sets: ParameterSets): void {
    this.#sets = sets;
    this.#forgetGroup();
  }

  #take(part: Exclude<StreamPart, { kind: 'config' }>): void {
    const { ms, bytes: given } = part;
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
    if (part.kind === 'sound') for (const viewer of this.#viewers.values()) viewer.sound(ms, bytes);
    else this.#takePicture(ms, part.isKey, bytes);
  }

  /** Skips an unreadable picture, as other readers do. */
  #takePicture(ms: number, isKey: boolean, bytes: Buffer): void {
    const payloads = this.#sets && toPayloads(bytes, this.#sets, isKey);
    if (!payloads || payloads.length === 0) return;
    const picture = { ms, isKey, payloads };
    for (const viewer of this.#viewers.values()) viewer.show(picture);
    this.#keep(picture);
  }

  #keep(picture: PackedPicture): void {
    if (picture.isKey) {
      this.#forgetGroup();
      this.#isWhole = true;
    }
    if (!this.#isWhole) return;
    this.#group.push(picture);
    this.#groupPackets += picture.payloads.length;
    if (this.#groupPackets > mostGroupPackets) this.#forgetGroup();
  }

  #forgetGroup(): void {
    this.#group = [];
    this.#groupPackets = 0;
    this.#isWhole = false;
  }

  async #admit(name: string, offer: Extract<SenderOrder, { kind: 'admit' }>['offer']): Promise<void> {
    const { tell } = this.#parts;
    const gone = () => {
      this.#viewers.delete(name);
      tell({ kind: 'gone', viewer: name });
    };
    const viewer = new Viewer({
      ...{ ...this.#parts, offer },
      beginning: () => this.#group,
      onConnected: () => tell({ kind: 'connected', viewer: name }),
      onGone: gone,
    });
    this.#viewers.set(name, viewer);
    try {
      tell({ kind: 'answer', viewer: name, sdp: await viewer.open() });
    } catch {
      viewer.end();
      gone();
    }
  }

  #leave(name: string): void {
    this.#viewers.get(name)?.end();
    this.#viewers.delete(name);
  }
}
