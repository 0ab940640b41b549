/** A stream as HLS: frames become packets of MPEG-TS, packets segments, and the newest of them are in memory. [LS30] */
import { makeAdts } from '../../../../drivers/muxing/adts.ts';
import { toAnnexB } from '../../../../drivers/muxing/annex-b.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import { type ParameterSets, readAvcConfig, readHevcConfig } from '../../../../drivers/muxing/parameter-sets.ts';
import { TsMuxer } from '../../../../drivers/muxing/ts-muxer.ts';
import type { TsTracks } from '../../../../drivers/muxing/ts-tables.ts';
import type { StreamFacts } from '../air/stream-facts.ts';
import { isEntrance, type Tag } from '../air/tag.ts';
import { aacName, avcName, hevcName, mp3Name } from './codec-names.ts';
import { Segmenter } from './segmenter.ts';
import { SegmentWindow } from './window.ts';

type Codecs = Pick<StreamFacts, 'video' | 'audio'>;

/** Undefined: MPEG-TS carries none of the tracks in a way that browsers read. */
function tracksOf({ video, audio }: Codecs): TsTracks | undefined {
  const tracks = {
    video: video === 'h264' || video === 'hevc' ? video : undefined,
    audio: audio === 'aac' || audio === 'mp3' ? audio : undefined,
  } as const;
  // Sound without its picture is not the stream, nor a picture without its sound.
  const isWhole =
    (video === undefined) === (tracks.video === undefined) && (audio === undefined) === (tracks.audio === undefined);
  return isWhole && (tracks.video || tracks.audio) ? tracks : undefined;
}

function nameOf({ codec, data }: Tag['media']): string | undefined {
  if (codec === 'h264') return avcName(data);
  if (codec === 'hevc') return hevcName(data);
  return codec === 'aac' ? aacName(data) : undefined;
}

/** Numbers are counted from 2025 on, so that they stay short. */
const firstNumberAtMs = Date.UTC(2025, 0, 1);
/** More than segments are made in a second. */
const numbersPerSecond = 2;

export class HlsOutput {
  readonly window = new SegmentWindow();
  #run: { readonly tracks: TsTracks; readonly muxer: TsMuxer; readonly segmenter: Segmenter } | undefined;
  /** What the publisher sends, whether MPEG-TS carries it or not. */
  #codecs: Codecs = { video: undefined, audio: undefined };
  #sets: ParameterSets | undefined;
  /** As the last configurations of the tracks say. */
  #names: Partial<Record<Tag['track'], string | undefined>> = {};
  #adts: ((frame: Buffer) => Buffer) | undefined;
  readonly #waiting = new Set<() => void>();
  #isOver = false;
  #hasBegun = false;
  #nextNumber: number;
  #hasSegments = false;
  #hasPicture = false;
  /** The last time stamps of each track: they never go back, whatever the encoder says. */
  #last = { video: -1, audio: -1 };

  /**
   * `startedAtMs`: another time on the air has other numbers, as viewers who exchange segments with one another know them by their numbers.
   * [LS35]
   */
  constructor(startedAtMs: number) {
    this.#nextNumber = Math.max(0, Math.floor(((startedAtMs - firstNumberAtMs) / 1_000) * numbersPerSecond));
  }

  /** What is in the segments; undefined: there is none, as MPEG-TS cannot carry the stream. */
  get tracks(): TsTracks | undefined {
    return this.#run?.tracks;
  }

  /** What is in the segments, by its names; undefined: it is not known of each track. [LS36] */
  get codecs(): readonly string[] | undefined {
    const { video, audio } = this.tracks ?? {};
    const names = [video && this.#names.video, audio && (audio === 'mp3' ? mp3Name : this.#names.audio)];
    const known = names.filter((name) => name !== undefined);
    return known.length === [video, audio].filter(Boolean).length ? known : undefined;
  }

  /** The tracks are known. */
  begin(codecs: Codecs): void {
    this.#hasBegun = true;
    this.#restart(codecs);
  }

  take(tag: Tag, zeroMs: number): void {
    try {
      this.#look(tag);
      if (tag.media.kind === 'config') this.#configure(tag);
      else if (tag.media.kind === 'frame') this.#frame(tag, zeroMs);
    } catch (cause) {
      // A broken frame is left out: those after it may be whole.
      if (!(cause instanceof BrokenMedia)) throw cause;
    }
  }

  end(): void {
    this.#run?.segmenter.cut();
    this.window.end();
    this.#isOver = true;
    this.#wake();
  }

  /** Resolves once there is a segment; false: there will be none, or `signal` aborted. */
  hasSegment(signal: AbortSignal): Promise<boolean> {
    if (!this.window.isEmpty || this.#isOver || signal.aborted) return Promise.resolve(!this.window.isEmpty);
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve(!this.window.isEmpty);
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  #configure({ track, media }: Tag): void {
    this.#names[track] = nameOf(media);
    if (track === 'audio') this.#adts = media.codec === 'aac' ? makeAdts(media.data) : undefined;
    else if (media.codec === 'h264') this.#sets = readAvcConfig(media.data);
    else if (media.codec === 'hevc') this.#sets = readHevcConfig(media.data);
  }

  /** Other tracks from here on. */
  #restart(codecs: Codecs): void {
    this.#codecs = codecs;
    this.#run?.segmenter.cut();
    if (this.#run) this.#nextNumber = this.#run.segmenter.nextNumber;
    const tracks = tracksOf(codecs);
    this.#hasPicture = false;
    if (!tracks) {
      this.#run = undefined;
      return;
    }
    const muxer = new TsMuxer(tracks);
    const segmenter = new Segmenter({
      tables: () => muxer.tables(),
      onSegment: (segment) => {
        this.window.add(segment);
        this.#hasSegments = true;
        if (!this.window.isEmpty) this.#wake();
      },
      tracks,
      mostMs: () => this.window.mostMs,
      firstNumber: this.#nextNumber,
      isDiscontinuity: this.#hasSegments,
    });
    this.#run = { tracks, muxer, segmenter };
  }

  #frame(tag: Tag, zeroMs: number): void {
    const run = this.#run;
    if (!run) return;
    const bytes = this.#bytesOf(tag);
    if (bytes === undefined) return;
    const isEntranceOf = isEntrance(tag, run.tracks.video !== undefined);
    // Nothing can be shown before the first key frame.
    this.#hasPicture ||= isEntranceOf;
    if (!this.#hasPicture) return;
    const dtsMs = Math.max(tag.ms, this.#last[tag.track] + 1);
    this.#last[tag.track] = dtsMs;
    const compositionMs = tag.track === 'video' ? Math.max(0, tag.media.compositionMs) : 0;
    run.segmenter.frameComes({ ms: dtsMs, isEntrance: isEntranceOf, dateMs: zeroMs + dtsMs });
    const frame = { ptsMs: dtsMs + Math.min(compositionMs, 10_000), dtsMs, isKey: isEntranceOf, bytes };
    run.segmenter.add(tag.track === 'video' ? run.muxer.video(frame) : run.muxer.audio(frame));
  }

  /** A track that comes or changes after the beginning: from here on the stream may be one that MPEG-TS cannot carry. */
  #look({ track, media: { kind, codec } }: Tag): void {
    if (!this.#hasBegun || kind === 'other' || codec === this.#codecs[track]) return;
    this.#restart({ ...this.#codecs, [track]: codec });
  }

  /** Undefined: what it needs has not come yet. */
  #bytesOf(tag: Tag): Buffer | undefined {
    const { codec, data } = tag.media;
    if (tag.track === 'video') {
      if (!this.#sets || (codec !== 'h264' && codec !== 'hevc')) return undefined;
      return toAnnexB(codec, data, this.#sets, tag.media.isKey);
    }
    return codec === 'aac' ? this.#adts?.(data) : data;
  }
}
