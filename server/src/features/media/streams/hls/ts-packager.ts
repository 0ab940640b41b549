import { adtsLength, makeAdts } from '../../../../drivers/muxing/adts.ts';
import { annexBLength, toAnnexB } from '../../../../drivers/muxing/annex-b.ts';
import { type ParameterSets, readAvcConfig } from '../../../../drivers/muxing/parameter-sets.ts';
import { type TsCounters, TsMuxer } from '../../../../drivers/muxing/ts-muxer.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { Tag } from '../air/tag.ts';
import type { Packager, PackagerState, PackedFrame, PartPiece, StreamFrame } from './packager.ts';

/** Of a record: what it is, whether decoding may begin with it, counter, times, and the length of its bytes. */
const recordHead = 19;
/** What a record is: packets that are ready, or a frame of which they are made. */
const kinds = { packets: 0, audio: 1, video: 2 } as const;

/** Segments of MPEG-TS. Packets are counted at once, and written when somebody asks for their part. [LS30] [LS88] */
export class TsPackager implements Packager {
  readonly tracks: TsTracks;
  readonly init = undefined;
  readonly #muxer: TsMuxer;
  /** These and what comes before AAC never become others: a run of segments ends where its decoders do. */
  #sets: ParameterSets | undefined;
  #adts: ((frame: Buffer) => Buffer) | undefined;

  constructor(tracks: TsTracks, counters?: TsCounters) {
    this.tracks = tracks;
    this.#muxer = new TsMuxer(tracks, counters);
  }

  get state(): PackagerState {
    return { kind: 'ts', counters: this.#muxer.counters };
  }

  configure({ track, media: { codec, data } }: Tag): void {
    if (track === 'audio') this.#adts = codec === 'aac' ? makeAdts(data) : undefined;
    else if (codec === 'h264') this.#sets = readAvcConfig(data);
  }

  read({ track, media }: Tag): Buffer | undefined {
    const { codec, data } = media;
    const isKnown = track === 'video' ? codec === 'h264' && this.#sets : codec !== 'aac' || this.#adts;
    if (!isKnown) return undefined;
    this.#lengthOf(track, data, track === 'video' && media.isKey);
    return data;
  }

  pack(frame: StreamFrame): readonly PackedFrame[] {
    const { track, dtsMs, compositionMs, isRandomAccessPoint, dateMs, bytes } = frame;
    const times = { ptsMs: dtsMs + compositionMs, dtsMs, isKey: isRandomAccessPoint };
    const { counter, size } = this.#muxer.place(track, times, this.#lengthOf(track, bytes, isRandomAccessPoint));
    const head = Buffer.allocUnsafe(recordHead);
    head[0] = kinds[track];
    head[1] = isRandomAccessPoint ? 1 : 0;
    head[2] = counter;
    head.writeDoubleBE(dtsMs, 3);
    head.writeUInt32BE(compositionMs, 11);
    head.writeUInt32BE(bytes.length, 15);
    return [{ ms: dtsMs, isRandomAccessPoint, dateMs, size, record: [head, bytes] }];
  }

  flush(): readonly PackedFrame[] {
    return [];
  }

  partHead(): PartPiece {
    const tables = this.#muxer.tables();
    return { size: tables.length, record: this.takeOver(tables) };
  }

  seal(): (records: Buffer) => Buffer {
    return (records) => this.passOn(records);
  }

  passOn(records: Buffer): Buffer {
    const packets: Buffer[] = [];
    for (let at = 0; at < records.length; ) {
      const bytesAt = at + recordHead;
      const bytes = records.subarray(bytesAt, bytesAt + records.readUInt32BE(at + 15));
      packets.push(this.#toPackets(records.subarray(at, bytesAt), bytes));
      at = bytesAt + bytes.length;
    }
    return Buffer.concat(packets);
  }

  takeOver(passedOn: Buffer): readonly Buffer[] {
    const head = Buffer.alloc(recordHead);
    head[0] = kinds.packets;
    head.writeUInt32BE(passedOn.length, 15);
    return [head, passedOn];
  }

  #toPackets(head: Buffer, bytes: Buffer): Buffer {
    if (head[0] === kinds.packets) return bytes;
    const isKey = head[1] === 1;
    const dtsMs = head.readDoubleBE(3);
    const times = { ptsMs: dtsMs + head.readUInt32BE(11), dtsMs, isKey };
    const counter = head[2]!;
    if (head[0] === kinds.video)
      return this.#muxer.write('video', { ...times, bytes: toAnnexB(bytes, this.#sets!, isKey) }, counter);
    const sound = this.tracks.audio === 'aac' ? this.#adts!(bytes) : bytes;
    return this.#muxer.write('audio', { ...times, bytes: sound }, counter);
  }

  /** As MPEG-TS carries the bytes of a frame. @throws BrokenMedia */
  #lengthOf(track: Tag['track'], bytes: Buffer, isKey: boolean): number {
    if (track === 'video') return annexBLength(bytes, this.#sets!, isKey);
    return this.tracks.audio === 'aac' ? adtsLength(bytes) : bytes.length;
  }
}
