import { makeAdts } from '../../../../drivers/muxing/adts.ts';
import { toAnnexB } from '../../../../drivers/muxing/annex-b.ts';
import { type ParameterSets, readAvcConfig } from '../../../../drivers/muxing/parameter-sets.ts';
import { type TsCounters, TsMuxer } from '../../../../drivers/muxing/ts-muxer.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { Tag } from '../air/tag.ts';
import type { Packager, PackagerState, PackedFrame, StreamFrame } from './packager.ts';

/** Segments of MPEG-TS. [LS30] */
export class TsPackager implements Packager {
  readonly tracks: TsTracks;
  readonly init = undefined;
  readonly #muxer: TsMuxer;
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
    if (track === 'audio') return codec === 'aac' ? this.#adts?.(data) : data;
    return codec === 'h264' && this.#sets ? toAnnexB(data, this.#sets, media.isKey) : undefined;
  }

  pack(frame: StreamFrame): readonly PackedFrame[] {
    const { track, dtsMs, compositionMs, isRandomAccessPoint, dateMs, bytes } = frame;
    const timed = { ptsMs: dtsMs + compositionMs, dtsMs, isKey: isRandomAccessPoint, bytes };
    const packets = track === 'video' ? this.#muxer.video(timed) : this.#muxer.audio(timed);
    return [{ ms: dtsMs, isRandomAccessPoint, dateMs, bytes: packets }];
  }

  flush(): readonly PackedFrame[] {
    return [];
  }

  partHead(): Buffer {
    return this.#muxer.tables();
  }

  seal(packets: Buffer): Buffer {
    return packets;
  }
}
