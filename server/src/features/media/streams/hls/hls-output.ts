/**
 * A stream as HLS: frames become MPEG-TS packets, packets become parts and segments, and the newest segments stay in
 * memory. [LS30]
 */
import { makeAdts } from '../../../../drivers/muxing/adts.ts';
import { toAnnexB } from '../../../../drivers/muxing/annex-b.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import { type ParameterSets, readAvcConfig, readHevcConfig } from '../../../../drivers/muxing/parameter-sets.ts';
import { type TsCounters, TsMuxer } from '../../../../drivers/muxing/ts-muxer.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { StreamFacts } from '../air/stream-facts.ts';
import { isRandomAccessPoint, type Tag } from '../air/tag.ts';
import { aacName, avcName, hevcName, mp3Name } from './codec-names.ts';
import { type Part, type Segment, Segmenter, type SegmenterState, type SegmentStart } from './segmenter.ts';
import { WaitingReaders } from './waiting-readers.ts';
import { SegmentWindow, type WindowState } from './window.ts';

type Codecs = Pick<StreamFacts, 'video' | 'audio'>;

/** Undefined: MPEG-TS cannot carry the tracks in a way that browsers read. */
function tracksOf({ video, audio }: Codecs): TsTracks | undefined {
  const tracks = {
    video: video === 'h264' || video === 'hevc' ? video : undefined,
    audio: audio === 'aac' || audio === 'mp3' ? audio : undefined,
  } as const;
  // Sound alone is not the stream if it also has a picture, nor is the picture alone.
  const isWhole =
    (video === undefined) === (tracks.video === undefined) && (audio === undefined) === (tracks.audio === undefined);
  return isWhole && (tracks.video || tracks.audio) ? tracks : undefined;
}

function nameOf({ codec, data }: Tag['media']): string | undefined {
  if (codec === 'h264') return avcName(data);
  if (codec === 'hevc') return hevcName(data);
  return codec === 'aac' ? aacName(data) : undefined;
}

/** Numbers count from 2025 on, so that they stay short. */
const firstNumberAtMs = Date.UTC(2025, 0, 1);
/** More than the number of segments in a second. */
const numbersPerSecond = 2;

/** What another process needs to make the same segments from here on. [LS42] */
export interface HlsState {
  readonly hasBegun: boolean;
  readonly codecs: Codecs;
  readonly nextNumber: number;
  readonly hasSegments: boolean;
  readonly hasPicture: boolean;
  readonly last: { readonly video: number; readonly audio: number };
  readonly run:
    | { readonly tracks: TsTracks; readonly counters: TsCounters; readonly segmenter: SegmenterState }
    | undefined;
  readonly window: WindowState;
}

/** A longer gap in the time of a stream, in milliseconds, begins another part of it. [LS66] */
const mostGapMs = 5_000;

export class HlsOutput {
  readonly window = new SegmentWindow();
  #run: { readonly tracks: TsTracks; readonly muxer: TsMuxer; readonly segmenter: Segmenter } | undefined;
  /** The codecs that the publisher sends, even if MPEG-TS cannot carry them. */
  #codecs: Codecs = { video: undefined, audio: undefined };
  /** The last configurations of the tracks. */
  readonly #configs: Partial<Record<Tag['track'], Buffer>> = {};
  #sets: ParameterSets | undefined;
  /** From the last configurations of the tracks. */
  #names: Partial<Record<Tag['track'], string | undefined>> = {};
  #adts: ((frame: Buffer) => Buffer) | undefined;
  /** Those who wait for a segment, or a part of one. */
  readonly readers: WaitingReaders;
  #isOver = false;
  #hasBegun = false;
  #nextNumber: number;
  #hasSegments = false;
  #hasPicture = false;
  /** The last time stamp of each track: it never goes back, whatever the encoder sends. */
  #last = { video: -1, audio: -1 };

  /** Each `startedAtMs` gives other segment numbers: viewers who exchange segments identify them by number. [LS35] */
  constructor(startedAtMs: number, clock: Clock) {
    this.readers = new WaitingReaders(clock);
    this.#nextNumber = Math.max(0, Math.floor(((startedAtMs - firstNumberAtMs) / 1_000) * numbersPerSecond));
  }

  /** The tracks in the segments; undefined: no segments, because MPEG-TS cannot carry the stream. */
  get tracks(): TsTracks | undefined {
    return this.#run?.tracks;
  }

  /** True: the publisher sends what MPEG-TS cannot carry, so no more segments come. */
  get isLeftOut(): boolean {
    return this.#hasBegun && !this.#run;
  }

  /** The codec that MPEG-TS cannot carry. */
  get leftOutCodec(): string | undefined {
    const { video, audio } = this.#codecs;
    if (!this.isLeftOut) return undefined;
    return video === undefined || video === 'h264' || video === 'hevc' ? audio : video;
  }

  /** The codec names of the segments; undefined if one of them is unknown. [LS36] */
  get codecs(): readonly string[] | undefined {
    const { video, audio } = this.tracks ?? {};
    const names = [video && this.#names.video, audio && (audio === 'mp3' ? mp3Name : this.#names.audio)];
    const known = names.filter((name) => name !== undefined);
    return known.length === [video, audio].filter(Boolean).length ? known : undefined;
  }

  /** Called when the tracks are known. */
  begin(codecs: Codecs): void {
    this.#hasBegun = true;
    this.#restart(codecs);
  }

  take(tag: Tag, zeroMs: number): void {
    this.#orLeaveOut(() => {
      this.#look(tag);
      if (tag.media.kind === 'config') this.#reconfigure(tag);
      else if (tag.media.kind === 'frame') this.#frame(tag, zeroMs);
    });
  }

  end(): void {
    this.#run?.segmenter.cut();
    this.window.end();
    this.#isOver = true;
    this.readers.wake();
  }

  /** What another process needs to go on from here. */
  share(): HlsState {
    const run = this.#run;
    return {
      hasBegun: this.#hasBegun,
      codecs: this.#codecs,
      nextNumber: this.#nextNumber,
      hasSegments: this.#hasSegments,
      hasPicture: this.#hasPicture,
      last: { ...this.#last },
      run: run && { tracks: run.tracks, counters: run.muxer.counters, segmenter: run.segmenter.state },
      window: this.window.share(),
    };
  }

  /** Goes on from where another process is. `configs`: the decoder configurations in force. */
  adopt(state: HlsState, configs: readonly Tag[]): void {
    this.#hasBegun = state.hasBegun;
    this.#codecs = state.codecs;
    this.#nextNumber = state.nextNumber;
    this.#hasSegments = state.hasSegments;
    this.#hasPicture = state.hasPicture;
    this.#last = { ...state.last };
    this.#run = state.run && this.#makeRun(state.run.tracks, state.run);
    this.window.adopt(state.window);
    for (const tag of configs) this.#orLeaveOut(() => this.#configure(tag));
    this.readers.wake();
  }

  /** Resolves when there is a segment; false: there will be none, or `signal` aborted. */
  async hasSegment(signal: AbortSignal): Promise<boolean> {
    await this.readers.until(() => this.#isOver || this.isLeftOut || !this.window.isEmpty, signal);
    return !this.window.isEmpty;
  }

  /** Leaves a broken frame out: later ones may be whole. */
  #orLeaveOut(work: () => void): void {
    try {
      work();
    } catch (cause) {
      if (!(cause instanceof BrokenMedia)) throw cause;
    }
  }

  /**
   * An encoder may go on with another size or rate. The segments from there on need other decoders (RFC 8216, section
   * 4.3.2.3). Many encoders repeat the same configuration before each key frame: that is no change. [LS65]
   */
  #reconfigure(tag: Tag): void {
    const before = this.#configs[tag.track];
    const isOther = before !== undefined && !before.equals(tag.media.data);
    if (isOther && this.#run) this.#restart(this.#codecs);
    this.#configure(tag);
  }

  #configure({ track, media }: Tag): void {
    // A copy: the payload is a part of a larger buffer, which it would keep.
    this.#configs[track] = Buffer.from(media.data);
    this.#names[track] = nameOf(media);
    if (track === 'audio') this.#adts = media.codec === 'aac' ? makeAdts(media.data) : undefined;
    else if (media.codec === 'h264') this.#sets = readAvcConfig(media.data);
    else if (media.codec === 'hevc') this.#sets = readHevcConfig(media.data);
  }

  /** Begins with other tracks. */
  #restart(codecs: Codecs): void {
    this.#codecs = codecs;
    this.#run?.segmenter.cut();
    if (this.#run) this.#nextNumber = this.#run.segmenter.nextNumber;
    const tracks = tracksOf(codecs);
    this.#hasPicture = false;
    this.#run = tracks && this.#makeRun(tracks);
    if (!tracks) this.readers.wake();
  }

  #makeRun(tracks: TsTracks, from?: HlsState['run']) {
    const muxer = new TsMuxer(tracks, from?.counters);
    const { window } = this;
    const options = {
      tables: () => muxer.tables(),
      onPart: (part: Part, segment: SegmentStart) => window.addPart(part, segment),
      onSegment: (segment: Segment) => {
        window.add(segment);
        this.#hasSegments = true;
      },
      tracks,
      mostMs: () => window.mostMs,
      hasParts: () => window.hasParts,
      firstNumber: this.#nextNumber,
      isDiscontinuity: this.#hasSegments,
    };
    return { tracks, muxer, segmenter: new Segmenter(options, from?.segmenter) };
  }

  #frame(tag: Tag, zeroMs: number): void {
    const before = Math.max(this.#last.video, this.#last.audio);
    if (this.#hasPicture && tag.ms - before > mostGapMs) this.#restart(this.#codecs);
    const run = this.#run;
    if (!run) return;
    const bytes = this.#bytesOf(tag);
    if (bytes === undefined) return;
    const isRandomAccess = isRandomAccessPoint(tag, run.tracks.video !== undefined);
    // No picture can be shown before the first key frame.
    this.#hasPicture ||= isRandomAccess;
    if (!this.#hasPicture) return;
    const dtsMs = Math.max(tag.ms, this.#last[tag.track] + 1);
    this.#last[tag.track] = dtsMs;
    const compositionMs = tag.track === 'video' ? Math.max(0, tag.media.compositionMs) : 0;
    if (run.segmenter.frameComes({ ms: dtsMs, isRandomAccessPoint: isRandomAccess, dateMs: zeroMs + dtsMs }))
      this.readers.wake();
    const frame = { ptsMs: dtsMs + Math.min(compositionMs, 10_000), dtsMs, isKey: isRandomAccess, bytes };
    run.segmenter.add(tag.track === 'video' ? run.muxer.video(frame) : run.muxer.audio(frame));
  }

  /** Restarts if a track appears or changes after the beginning. MPEG-TS may not be able to carry the new tracks. */
  #look({ track, media: { kind, codec } }: Tag): void {
    if (!this.#hasBegun || kind === 'other' || codec === this.#codecs[track]) return;
    this.#restart({ ...this.#codecs, [track]: codec });
  }

  /** Undefined: the configuration has not come yet. */
  #bytesOf(tag: Tag): Buffer | undefined {
    const { codec, data } = tag.media;
    if (tag.track === 'video') {
      if (!this.#sets || (codec !== 'h264' && codec !== 'hevc')) return undefined;
      return toAnnexB(codec, data, this.#sets, tag.media.isKey);
    }
    return codec === 'aac' ? this.#adts?.(data) : data;
  }
}
