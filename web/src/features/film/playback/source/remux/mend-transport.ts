import { LossWatch, type LostPictures } from './lost-pictures.ts';

/** Sizes of packets of MPEG-TS, and where in them their first byte is: alone, on discs, and with error correction. */
const layouts = [
  { stride: 188, lead: 0 },
  { stride: 192, lead: 4 },
  { stride: 204, lead: 0 },
] as const;

type Layout = (typeof layouts)[number];
type Bytes = Uint8Array<ArrayBuffer>;

/** The first byte of a packet (ISO/IEC 13818-1, 2.4.3.3). */
const syncByte = 0x47;
/** So many packets in a row tell where packets begin after a damage. Other bytes look so by chance. */
const tellingPackets = 4;

/** First bytes of a film that tell its layout. */
const layoutBytes = 209;

/** How the packets lie in a film with these first bytes. Undefined: it is no MPEG-TS. */
export function readLayout(head: Uint8Array): Layout | undefined {
  return layouts.find(({ stride, lead }) => head[lead] === syncByte && head[lead + stride] === syncByte);
}

/** Mends the parts of one film in the order in which they are loaded. What is no MPEG-TS stays as it is. */
export function makeTransportMending(lost: LostPictures): (position: number) => TransformStream<Bytes, Bytes> {
  let layout: Layout | undefined;
  return (position) => {
    let mender = layout && new TransportMender(layout, position, lost);
    let head: Bytes | undefined = position === 0 ? new Uint8Array() : undefined;
    const pass = (bytes: Bytes, isLast: boolean): Bytes => {
      if (head) {
        head = joined(head, bytes);
        if (head.length < layoutBytes && !isLast) return new Uint8Array();
        layout = readLayout(head);
        mender = layout && new TransportMender(layout, position, lost);
      }
      const all = head ?? bytes;
      head = undefined;
      if (!mender) return all;
      const mended = mender.push(all);
      return isLast ? joined(mended, mender.end()) : mended;
    };
    const give = (bytes: Bytes, controller: TransformStreamDefaultController<Bytes>) => {
      if (bytes.length > 0) controller.enqueue(bytes);
    };
    return new TransformStream({
      transform: (bytes, controller) => give(pass(bytes, false), controller),
      flush: (controller) => give(pass(new Uint8Array(), true), controller),
    });
  };
}

/**
 * Mends MPEG-TS that is damaged: recordings of television lose bytes, and disks give others. Readers expect a packet at
 * each multiple of its size; so at each of them stands the packet that begins in its bytes, or an empty one. Places and
 * lengths stay as they are, so that any part of a film can be mended alone. [SY107]
 */
export class TransportMender {
  readonly #layout: Layout;
  readonly #empty: Bytes;
  #bytes: Bytes;
  /** Bytes before the first whole place. */
  #head: number;
  /** How far behind their places packets begin now. */
  #shift = 0;
  /** Whether the packet before was where it should be. */
  #isSteady = false;
  readonly #watch: LossWatch;

  /** `position`: where in the film the bytes begin. `lost`: what is missing of it. */
  constructor(layout: Layout, position: number, lost: LostPictures) {
    this.#watch = new LossWatch(lost);
    const { stride, lead } = layout;
    this.#layout = layout;
    this.#bytes = new Uint8Array();
    this.#head = (stride - (position % stride)) % stride;
    this.#empty = new Uint8Array(stride).fill(0xff);
    this.#empty.set([syncByte, 0x1f, 0xff, 0x10], lead);
  }

  /** @returns as many bytes as are certain by now; a few are waited for */
  push(bytes: Bytes): Bytes {
    this.#bytes = joined(this.#bytes, bytes);
    // The last places need the packets that follow.
    return this.#mend(this.#bytes.length - (tellingPackets + 2) * this.#layout.stride);
  }

  /** The rest, at the end of the bytes. */
  end(): Bytes {
    const mended = this.#mend(this.#bytes.length);
    const rest = this.#bytes;
    const isPacket = rest[this.#layout.lead] === syncByte;
    return joined(mended, isPacket ? rest : this.#empty.slice(0, rest.length));
  }

  /** Mends all places that end before `end`. */
  #mend(end: number): Bytes {
    const { stride } = this.#layout;
    const head = this.#head;
    const count = Math.floor((end - head) / stride);
    if (count <= 0) return new Uint8Array();
    const mended = this.#bytes.slice(0, head + count * stride);
    for (let at = head; at < mended.length; at += stride) {
      this.#isSteady = this.#isPacket(at + this.#shift, this.#isSteady ? 1 : 2) || this.#findShift(at);
      if (!this.#isSteady) mended.set(this.#empty, at);
      else if (this.#shift > 0) mended.set(this.#packetAt(at + this.#shift), at);
      // The rest of a packet that the bytes before have begun.
      if (at === head && this.#shift > 0) mended.set(this.#bytes.subarray(this.#shift, this.#shift + head));
      if (!this.#isSteady) this.#watch.miss();
      else if (!this.#watch.take(mended, at + this.#layout.lead)) mended.set(this.#empty, at);
    }
    this.#bytes = this.#bytes.slice(mended.length);
    this.#head = 0;
    return mended;
  }

  /** Whether `count` packets in a row begin at `at`. Behind the end there may be any. */
  #isPacket(at: number, count: number): boolean {
    const { stride, lead } = this.#layout;
    for (let i = 0; i < count; i += 1) {
      const place = at + lead + i * stride;
      if (place < this.#bytes.length ? this.#bytes[place] !== syncByte : i === 0) return false;
    }
    return true;
  }

  /** Looks for a packet that begins in the bytes of a place. */
  #findShift(at: number): boolean {
    for (let shift = 0; shift < this.#layout.stride; shift += 1) {
      if (!this.#isPacket(at + shift, tellingPackets)) continue;
      this.#shift = shift;
      return true;
    }
    return false;
  }

  /** What is missing at the end of the film is filled up. */
  #packetAt(at: number): Bytes {
    const packet = this.#bytes.slice(at, at + this.#layout.stride);
    return joined(packet, this.#empty.slice(packet.length));
  }
}

function joined(one: Bytes, other: Bytes): Bytes {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
