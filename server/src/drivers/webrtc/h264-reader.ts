/** From RTP packets to H.264 pictures (RFC 6184, packetization modes 0 and 1). Pure; its memory is limited. */

/** The used fields of an RTP packet. */
export interface VideoPacket {
  readonly timestamp: number;
  /** The last packet of its picture. */
  readonly marker: boolean;
  readonly payload: Buffer;
}

/** One picture. */
export interface Picture {
  readonly timestamp: number;
  readonly isKey: boolean;
  /** Without parameter sets. */
  readonly units: readonly Buffer[];
}

/** Parameter sets for decoding the following pictures. */
export interface PictureParameters {
  readonly sps: Buffer;
  readonly pps: Buffer;
}

/** A key frame of 4K at a high rate has about 1 MiB. */
const maxPictureBytes = 4 * 1_048_576;
/** A picture has a unit for each of its slices. */
const maxUnits = 1_024;
const maxSetBytes = 1_024;
const unitType = { idr: 5, sps: 7, pps: 8, delimiter: 9, filler: 12, stapA: 24, fuA: 28 } as const;
const largestSingleType = 23;

export class H264Reader {
  #units: Buffer[] = [];
  #bytes = 0;
  #timestamp: number | undefined;
  #isKey = false;
  /** The received fragments of one unit. */
  #parts: Buffer[] | undefined;
  /** True: a part of this picture is missing or misplaced. */
  #isBroken = false;
  /** True: a packet before the next one is missing. */
  #isAfterLoss = false;
  /** True: pictures refer to a missing one. */
  #waitsForKey = true;
  #sps: Buffer | undefined;
  #pps: Buffer | undefined;

  /** True: nothing is decodable before the next key frame. */
  get waitsForKey(): boolean {
    return this.#waitsForKey;
  }

  /** Undefined: decoders cannot begin yet. */
  get parameters(): PictureParameters | undefined {
    return this.#sps && this.#pps ? { sps: this.#sps, pps: this.#pps } : undefined;
  }

  /** Reports a missing packet before the next one. */
  lose(): void {
    this.#isAfterLoss = true;
    this.#fail();
  }

  #fail(): void {
    this.#isBroken = true;
    this.#waitsForKey = true;
    this.#parts = undefined;
  }

  /** Packets must be in order. @returns the completed pictures. */
  push({ timestamp, marker, payload }: VideoPacket): readonly Picture[] {
    const pictures: Picture[] = [];
    // Some senders do not mark the last packet.
    if (this.#timestamp !== undefined && this.#timestamp !== timestamp) pictures.push(...this.#finish());
    this.#timestamp = timestamp;
    // The loss may affect both pictures.
    if (this.#isAfterLoss) this.#isBroken = true;
    this.#isAfterLoss = false;
    this.#read(payload);
    if (marker) pictures.push(...this.#finish());
    return pictures;
  }

  #read(payload: Buffer): void {
    const type = (payload[0] ?? 0) & 0x1f;
    if (payload.length < 2 || type === 0) return this.#fail();
    if (type <= largestSingleType) return this.#add(payload);
    if (type === unitType.stapA) return this.#readAggregate(payload);
    if (type === unitType.fuA) return this.#readPart(payload);
    this.#fail();
  }

  /** Section 5.7.1. */
  #readAggregate(payload: Buffer): void {
    let at = 1;
    while (at + 2 <= payload.length) {
      const length = payload.readUInt16BE(at);
      if (length === 0 || at + 2 + length > payload.length) return this.#fail();
      this.#add(payload.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }

  /** Section 5.8. */
  #readPart(payload: Buffer): void {
    const [indicator, header] = [payload[0]!, payload[1]!];
    const [isFirst, isLast] = [(header & 0x80) !== 0, (header & 0x40) !== 0];
    if (isFirst) this.#parts = [Buffer.of((indicator & 0xe0) | (header & 0x1f))];
    if (!this.#parts) return this.#fail();
    this.#parts.push(payload.subarray(2));
    this.#bytes += payload.length;
    if (this.#bytes > maxPictureBytes || this.#parts.length > maxPictureBytes / 512) return this.#fail();
    if (!isLast) return;
    const unit = Buffer.concat(this.#parts);
    this.#parts = undefined;
    this.#bytes -= unit.length;
    this.#add(unit);
  }

  #add(unit: Buffer): void {
    const type = unit[0]! & 0x1f;
    if (type === unitType.sps || type === unitType.pps) return this.#learn(type, unit);
    if (type === unitType.delimiter || type === unitType.filler) return;
    this.#bytes += unit.length;
    if (this.#bytes > maxPictureBytes || this.#units.length >= maxUnits) return this.#fail();
    if (type === unitType.idr) this.#isKey = true;
    this.#units.push(unit);
  }

  #learn(type: number, unit: Buffer): void {
    if (unit.length > maxSetBytes || unit.length < 4) return;
    // Copied: a slice would keep the whole buffer of the packet alive.
    if (type === unitType.sps) this.#sps = Buffer.from(unit);
    else this.#pps = Buffer.from(unit);
  }

  #finish(): readonly Picture[] {
    const picture = { timestamp: this.#timestamp!, isKey: this.#isKey, units: this.#units };
    const isWhole = !this.#isBroken && this.#parts === undefined;
    if (!isWhole) this.#waitsForKey = true;
    this.#units = [];
    this.#bytes = 0;
    this.#timestamp = undefined;
    this.#isKey = false;
    this.#isBroken = false;
    this.#parts = undefined;
    if (!isWhole || picture.units.length === 0) return [];
    if (picture.isKey && this.parameters) this.#waitsForKey = false;
    return this.#waitsForKey ? [] : [picture];
  }
}
