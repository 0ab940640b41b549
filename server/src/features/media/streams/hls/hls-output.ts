/**
 * A stream as HLS: frames become packets of MPEG-TS or fragments of MP4, these become parts and segments, and the newest
 * segments stay in memory. [LS30] [LS75]
 */
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { isRandomAccessPoint, type Tag } from '../air/tag.ts';
import { type Carriage, type Codecs, carriageOf, type HlsTracks } from './carriage.ts';
import { aacName, av1Name, avcName, hevcName, mp3Name, opusName, vp9Name } from './codec-names.ts';
import { HlsViewers } from './hls-viewers.ts';
import { Mp4Packager } from './mp4-packager.ts';
import type { Packager, PackagerState, PackedFrame, PictureFacts } from './packager.ts';
import { PartMemory } from './part-memory.ts';
import { type Part, type Segment, Segmenter, type SegmenterState, type SegmentStart } from './segmenter.ts';
import { TsPackager } from './ts-packager.ts';
import { WaitingReaders } from './waiting-readers.ts';
import { SegmentWindow, type WindowState } from './window.ts';

const nameOf: Readonly<Partial<Record<Tag['media']['codec'], (config: Buffer) => string | undefined>>> = {
  h264: avcName,
  hevc: hevcName,
  av1: av1Name,
  vp9: vp9Name,
  aac: aacName,
  opus: () => opusName,
};

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
  /** True: its segments are MP4, and stay that. */
  readonly hasMp4: boolean;
  readonly last: { readonly video: number; readonly audio: number };
  readonly run:
    | {
        readonly tracks: HlsTracks;
        readonly packager: PackagerState;
        readonly segmenter: SegmenterState;
        readonly initNumber: number | undefined;
      }
    | undefined;
  readonly window: WindowState;
}

/** Segments whose decoders are the same. */
interface Run {
  readonly packager: Packager;
  readonly segmenter: Segmenter;
  /** The number of the first segment, which names the init segment; undefined: none has begun, or MPEG-TS. */
  initNumber: number | undefined;
}

/** What is known of a stream when a frame of it comes. */
export interface FrameFacts extends PictureFacts {
  /** The server time at which millisecond 0 of the stream came. */
  readonly zeroMs: number;
}

/** A longer gap in the time of a stream, in milliseconds, begins another part of it. [LS66] */
const mostGapMs = 5_000;

export class HlsOutput {
  readonly window = new SegmentWindow();
  readonly #memory = new PartMemory();
  #run: Run | undefined;
  /** The codecs that the publisher sends, even if no segments can carry them. */
  #codecs: Codecs = { video: undefined, audio: undefined };
  /** The last configurations of the tracks. */
  readonly #configs: Partial<Record<Tag['track'], Tag>> = {};
  /** The codec whose configuration cannot be read. */
  #brokenCodec: string | undefined;
  /** Those who wait for a segment, or a part of one. */
  readonly readers: WaitingReaders;
  readonly viewers: HlsViewers;
  #isOver = false;
  #hasBegun = false;
  #nextNumber: number;
  #hasSegments = false;
  #hasPicture = false;
  #hasMp4 = false;
  /** The last time stamp of each track: it never goes back, whatever the encoder sends. */
  #last = { video: -1, audio: -1 };

  /** Each `startedAtMs` gives other segment numbers: viewers who exchange segments identify them by number. [LS35] */
  constructor(startedAtMs: number, clock: Clock) {
    this.readers = new WaitingReaders(clock);
    this.viewers = new HlsViewers(clock);
    this.#nextNumber = Math.max(0, Math.floor(((startedAtMs - firstNumberAtMs) / 1_000) * numbersPerSecond));
  }

  /** The tracks in the segments; undefined: no segments, because HLS cannot carry the stream. */
  get tracks(): HlsTracks | undefined {
    return this.#run?.packager.tracks;
  }

  /** True: the publisher sends what HLS cannot carry, so no more segments come. */
  get isLeftOut(): boolean {
    return this.#hasBegun && !this.#run;
  }

  /** True: its segments are MP4, or are from now on. */
  get hasMp4(): boolean {
    return this.#hasMp4;
  }

  /** The codec that HLS cannot carry. */
  get leftOutCodec(): string | undefined {
    if (!this.isLeftOut) return undefined;
    return this.#brokenCodec ?? (this.#codecs.video === 'other' ? 'other' : this.#codecs.audio);
  }

  /** The codec names of the segments, or of one of their tracks; undefined if one of them is unknown. [LS36] */
  codecs(only?: Tag['track']): readonly string[] | undefined {
    const tracks = (['video', 'audio'] as const).filter((track) => this.tracks?.[track] && (only ?? track) === track);
    const names = tracks.map((track) => this.#nameOf(track)).filter((name) => name !== undefined);
    return names.length === tracks.length ? names : undefined;
  }

  #nameOf(track: Tag['track']): string | undefined {
    if (track === 'audio' && this.tracks?.audio === 'mp3') return mp3Name(this.#run?.packager.init !== undefined);
    const media = this.#configs[track]?.media;
    return media && media.codec === this.tracks?.[track] ? nameOf[media.codec]?.(media.data) : undefined;
  }

  /** Called when the tracks are known. */
  begin(codecs: Codecs): void {
    this.#hasBegun = true;
    this.#restart(codecs);
  }

  take(tag: Tag, facts: FrameFacts): void {
    this.#orLeaveOut(() => {
      this.#look(tag);
      if (tag.media.kind === 'config') this.#reconfigure(tag);
      else if (tag.media.kind === 'frame') this.#frame(tag, facts);
    });
  }

  end(): void {
    this.#cut();
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
      hasMp4: this.#hasMp4,
      last: { ...this.#last },
      run: run && {
        tracks: run.packager.tracks,
        packager: run.packager.state,
        segmenter: run.segmenter.state,
        initNumber: run.initNumber,
      },
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
    this.#hasMp4 = state.hasMp4;
    this.#brokenCodec = undefined;
    this.#last = { ...state.last };
    for (const tag of configs) this.#configs[tag.track] = tag;
    this.#run = state.run && this.#makeRun(packagerOf(state.run), state.run);
    this.window.adopt(state.window);
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
    const isOther = before !== undefined && !before.media.data.equals(tag.media.data);
    // A copy: the payload is a part of a larger buffer, which it would keep.
    this.#configs[tag.track] = { ...tag, media: { ...tag.media, data: Buffer.from(tag.media.data) } } as Tag;
    if (this.#hasBegun && (isOther || this.#brokenCodec)) this.#restart(this.#codecs);
    else if (this.#run) this.#configure(this.#run.packager, tag);
  }

  /** A stream in MP4 needs all of its configurations: players read them first. MPEG-TS goes on without. [LS77] */
  #configure(packager: Packager, tag: Tag): void {
    this.#orLeaveOut(() => {
      try {
        packager.configure(tag);
      } catch (cause) {
        if (this.#hasMp4 && cause instanceof BrokenMedia) this.#brokenCodec = tag.media.codec;
        throw cause;
      }
    });
    if (!this.#brokenCodec || !this.#run) return;
    this.#cut();
    this.#run = undefined;
    this.readers.wake();
  }

  /** Ends the growing segment, with the frames that still wait for others. */
  #cut(): void {
    const run = this.#run;
    if (!run) return;
    this.#add(run, run.packager.flush());
    run.segmenter.cut();
    this.#nextNumber = run.segmenter.nextNumber;
  }

  /** Begins with other tracks. */
  #restart(codecs: Codecs): void {
    this.#cut();
    this.#codecs = codecs;
    this.#brokenCodec = undefined;
    this.#hasPicture = false;
    const carriage = carriageOf(codecs, this.#hasMp4);
    this.#hasMp4 ||= carriage?.kind === 'mp4';
    this.#run = carriage && this.#makeRun(makePackager(carriage));
    if (!this.#run) this.readers.wake();
  }

  #makeRun(packager: Packager, from?: HlsState['run']): Run | undefined {
    const { window } = this;
    const options = {
      packager,
      memory: this.#memory,
      initFor: (number: number) => initFor(number),
      onPart: (part: Part, segment: SegmentStart) => window.addPart(part, segment),
      onSegment: (segment: Segment) => {
        window.add(segment);
        this.#hasSegments = true;
      },
      tracks: packager.tracks,
      mostMs: () => window.mostMs,
      hasParts: () => window.hasParts,
      firstNumber: this.#nextNumber,
      isDiscontinuity: this.#hasSegments,
    };
    const run: Run = { packager, segmenter: new Segmenter(options, from?.segmenter), initNumber: from?.initNumber };
    const initFor = (number: number) => {
      const { init } = packager;
      if (run.initNumber !== undefined || init === undefined) return run.initNumber;
      run.initNumber = number;
      window.addInit({ number, bytes: init });
      return number;
    };
    for (const track of ['video', 'audio'] as const) {
      const config = this.#configs[track];
      if (config) this.#configure(packager, config);
    }
    return this.#brokenCodec ? undefined : run;
  }

  #frame(tag: Tag, { zeroMs, ...facts }: FrameFacts): void {
    const before = Math.max(this.#last.video, this.#last.audio);
    if (this.#hasPicture && tag.ms - before > mostGapMs) this.#restart(this.#codecs);
    const run = this.#run;
    const bytes = run?.packager.read(tag);
    if (!run || bytes === undefined) return;
    const isRandomAccess = isRandomAccessPoint(tag, run.packager.tracks.video !== undefined);
    // No picture can be shown before the first key frame.
    this.#hasPicture ||= isRandomAccess;
    if (!this.#hasPicture) return;
    const { track } = tag;
    const dtsMs = Math.max(Math.round(tag.ms), this.#last[track] + 1);
    this.#last[track] = dtsMs;
    const compositionMs = tag.track === 'video' ? Math.min(Math.max(0, tag.media.compositionMs), 10_000) : 0;
    const times = { dtsMs, compositionMs, isRandomAccessPoint: isRandomAccess, dateMs: zeroMs + dtsMs };
    this.#add(run, run.packager.pack({ track, bytes, ...times }, facts));
  }

  #add({ segmenter }: Run, frames: readonly PackedFrame[]): void {
    for (const frame of frames) {
      if (segmenter.frameComes(frame)) this.readers.wake();
      segmenter.add(frame);
    }
  }

  /** Restarts if a track appears or changes after the beginning. Its segments may not be able to carry the new tracks. */
  #look({ track, media: { kind, codec } }: Tag): void {
    if (!this.#hasBegun || kind === 'other' || codec === this.#codecs[track]) return;
    this.#restart({ ...this.#codecs, [track]: codec });
  }
}

function makePackager(carriage: Carriage): Packager {
  return carriage.kind === 'ts' ? new TsPackager(carriage.tracks) : new Mp4Packager(carriage.tracks);
}

/** One that goes on from where another process is. */
function packagerOf({ tracks, packager }: NonNullable<HlsState['run']>): Packager {
  if (packager.kind === 'mp4') return new Mp4Packager(tracks, packager);
  return new TsPackager(tracks as TsTracks, packager.counters);
}
