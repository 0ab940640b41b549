/** Segments of MP4 in fragments: a part is one fragment. [LS75] */
import { toMp4Picture } from '../../../../drivers/muxing/av1-pictures.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import { fragment, type Mp4Sample } from '../../../../drivers/muxing/mp4-fragments.ts';
import { initSegment } from '../../../../drivers/muxing/mp4-segments.ts';
import { checkTrack, type Mp4Track } from '../../../../drivers/muxing/mp4-tracks.ts';
import type { Tag } from '../air/tag.ts';
import type { HlsTracks } from './carriage.ts';
import type { Packager, PackagerState, PackedFrame, PictureFacts, StreamFrame } from './packager.ts';
import { pictureSize } from './picture-size.ts';
import { type TimedFrame, WaitingFrames } from './waiting-frames.ts';

type Mp4State = Extract<PackagerState, { kind: 'mp4' }>;

/** Of a frame that waits for its part: track, whether it is a key frame, times, and the length of its bytes. */
const recordHead = 22;

export class Mp4Packager implements Packager {
  readonly tracks: HlsTracks;
  readonly #configs: { video?: Buffer; audio?: Buffer } = {};
  readonly #waiting: WaitingFrames;
  #fragments: number;
  #init: Buffer | undefined;

  constructor(tracks: HlsTracks, from?: Mp4State) {
    this.tracks = tracks;
    this.#waiting = new WaitingFrames(from?.waiting, from?.usualMs);
    this.#fragments = from?.fragments ?? 0;
    this.#init = from?.init;
    if (from?.sound) this.#configs.audio = from.sound;
  }

  get state(): PackagerState {
    return {
      kind: 'mp4',
      fragments: this.#fragments,
      ...this.#waiting.state,
      sound: this.#configs.audio,
      init: this.#init,
    };
  }

  get init(): Buffer | undefined {
    return this.#init;
  }

  configure({ track, media: { codec, data: config } }: Tag): void {
    if (this.tracks[track] !== codec) return;
    checkTrack({ kind: track, codec, config, width: 0, height: 0 } as Mp4Track);
    // A copy: the payload is a part of a larger buffer, which it would keep.
    this.#configs[track] = Buffer.from(config);
  }

  read({ track, media: { data } }: Tag): Buffer | undefined {
    if (data.length === 0) return undefined;
    const { video, audio } = this.tracks;
    // MP3 has no configuration: each frame says what it is.
    if (track === 'audio' && audio === 'mp3' && !this.#configs.audio) {
      const config = Buffer.from(data.subarray(0, 4));
      checkTrack({ kind: 'audio', codec: 'mp3', config });
      this.#configs.audio = config;
    }
    const isKnown = (!video || this.#configs.video) && (!audio || this.#configs.audio);
    if (!this.#init && !isKnown) return undefined;
    return video === 'av1' && track === 'video' ? toMp4Picture(data) : data;
  }

  pack(frame: StreamFrame, facts: PictureFacts): readonly PackedFrame[] {
    this.#init ??= initSegment(this.#describe(frame.bytes, facts));
    return this.#waiting.add(frame).map((one) => this.#toPacked(one));
  }

  flush(): readonly PackedFrame[] {
    return this.#waiting.flush().map((one) => this.#toPacked(one));
  }

  partHead(): undefined {
    return undefined;
  }

  seal(): (records: Buffer) => Buffer {
    this.#fragments += 1;
    const number = this.#fragments;
    return (records) => this.#toFragment(number, records);
  }

  passOn(records: Buffer): Buffer {
    return records;
  }

  takeOver(passedOn: Buffer): readonly Buffer[] {
    return [passedOn];
  }

  #toFragment(number: number, packed: Buffer): Buffer {
    const samples: { readonly [T in Tag['track']]: Mp4Sample[] } = { video: [], audio: [] };
    for (let at = 0; at < packed.length; ) {
      const bytesAt = at + recordHead;
      const bytes = packed.subarray(bytesAt, bytesAt + packed.readUInt32BE(at + 18));
      samples[packed[at] === 1 ? 'video' : 'audio'].push({
        isKey: packed[at + 1] === 1,
        dtsMs: packed.readDoubleBE(at + 2),
        durationMs: packed.readUInt32BE(at + 10),
        compositionMs: packed.readUInt32BE(at + 14),
        bytes,
      });
      at = bytesAt + bytes.length;
    }
    const { video, audio } = this.tracks;
    return fragment(number, [...(video ? [samples.video] : []), ...(audio ? [samples.audio] : [])]);
  }

  #toPacked({ track, dtsMs, durationMs, compositionMs, isRandomAccessPoint, dateMs, bytes }: TimedFrame): PackedFrame {
    const head = Buffer.allocUnsafe(recordHead);
    head[0] = track === 'video' ? 1 : 0;
    head[1] = track === 'audio' || isRandomAccessPoint ? 1 : 0;
    head.writeDoubleBE(dtsMs, 2);
    head.writeUInt32BE(durationMs, 10);
    head.writeUInt32BE(compositionMs, 14);
    head.writeUInt32BE(bytes.length, 18);
    return { ms: dtsMs, isRandomAccessPoint, dateMs, size: head.length + bytes.length, record: [head, bytes] };
  }

  /** `keyFrame`: the first one, where there are pictures. @throws BrokenMedia */
  #describe(keyFrame: Buffer, facts: PictureFacts): Mp4Track[] {
    const { video, audio } = this.tracks;
    const tracks: Mp4Track[] = [];
    if (video) {
      const config = this.#configs.video!;
      const size = pictureSize(video, config, keyFrame) ?? facts;
      const [width, height] = [Math.round(size.width ?? 0), Math.round(size.height ?? 0)];
      tracks.push({ kind: 'video', codec: video, config, width, height });
    }
    if (audio) tracks.push({ kind: 'audio', codec: audio, config: this.#configs.audio! });
    if (tracks.length === 0) throw new BrokenMedia('no tracks');
    return tracks;
  }
}
