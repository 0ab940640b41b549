/** One recording, from the messages of its stream to files on this process's disk. [REC3] [REC4] [REC5] */
import { toMp4Picture } from '../../../../drivers/muxing/av1-pictures.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import { checkTrack, type Mp4Track, type VideoTrack } from '../../../../drivers/muxing/mp4-tracks.ts';
import type { Feed, LiveStream } from '../../streams/air/live-stream.ts';
import type { StreamFacts } from '../../streams/air/stream-facts.ts';
import { readTag, type Tag } from '../../streams/air/tag.ts';
import { pictureSize } from '../../streams/hls/picture-size.ts';
import type { PassedTag } from '../../streams/relays/relay-state.ts';
import { PartFile } from './part-file.ts';

export type RecorderFault = 'disk' | 'too_long' | 'codec';

interface RecorderParts {
  /** Path of a file of the recording; parts count from 1. */
  readonly pathOf: (part: number) => string;
  readonly limits: () => { readonly milliseconds: number; readonly bytes: number };
  readonly onFault: (fault: RecorderFault) => void;
}

/** An encoder that changes its parameters more often is broken. */
const mostParts = 20;
/** Gap between the last frame of one broadcast and the first one of the next, in milliseconds of the file. */
const joinMs = 40;
/** How long audio waits for a video track, and the reverse, in milliseconds of the stream. */
const settleMs = 1_000;

/** Most frames buffered while waiting for tracks, whatever their timestamps. */
const mostEarly = 500;

/** The latest decoder configurations. */
type Configs = { [T in Tag['track']]?: Tag & { readonly track: T } };

export class Recorder {
  readonly #parts: RecorderParts;
  #stream: LiveStream | undefined;
  #facts: StreamFacts | undefined;
  #configs: Configs = {};
  #part: PartFile | undefined;
  #partCount = 0;
  #endedBytes = 0;
  #endedMs = 0;
  /** Pending work on complete files. */
  #closing: Promise<unknown> = Promise.resolve();
  /** Frames received before the tracks are known. */
  #early: Tag[] = [];
  /** Time in the file minus time in the stream. Undefined: set by the next frame. */
  #offsetMs: number | undefined;
  #isOver = false;
  #unshare = () => {};

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#endedBytes + (this.#part?.bytes ?? 0);
  }

  /** True: its stream is on the air in this process. */
  get isTaking(): boolean {
    return this.#stream !== undefined;
  }

  /** Continues with a broadcast of the stream. False: the recording has ended. */
  follow(stream: LiveStream): boolean {
    this.#leave();
    const feed: Feed = {
      onTag: (tag) => this.#take(tag),
      onFacts: (facts) => {
        this.#facts = facts;
      },
      onEnd: () => {
        this.#stream = undefined;
      },
    };
    const state = this.#isOver ? undefined : stream.share(feed);
    if (!state) return false;
    this.#stream = stream;
    this.#unshare = () => stream.unshare(feed);
    this.#facts = state.facts;
    this.#offsetMs = undefined;
    const configured = state.configs.map(readTag);
    for (const tag of [...configured, ...state.group.map(readTag)]) this.#takeTag(tag);
    return true;
  }

  #leave(): void {
    this.#unshare();
    this.#unshare = () => {};
    this.#stream = undefined;
  }

  /** Resolves when everything is on the disk. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#leave();
    this.#close();
    await this.#closing;
  }

  #fail(fault: RecorderFault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#parts.onFault(fault);
  }

  #take(tag: PassedTag): void {
    // The stream has already parsed it, so it is valid.
    if (!this.#isOver) this.#takeTag(readTag(tag));
  }

  #takeTag(tag: Tag): void {
    const { kind } = tag.media;
    if (kind === 'config') this.#configure(tag);
    else if (kind === 'frame') this.#frame(tag);
  }

  /** Encoders repeat their configuration. A changed one requires a new file. */
  #configure(tag: Tag): void {
    const before = this.#configs[tag.track];
    this.#configs = { ...this.#configs, [tag.track]: tag };
    const isOther = !before || before.media.codec !== tag.media.codec || !before.media.data.equals(tag.media.data);
    if (this.#part && isOther) this.#close();
  }

  #frame(tag: Tag): void {
    if (!this.#part) {
      this.#early.push(tag);
      const [first] = this.#early;
      const hasBoth = this.#configs.video !== undefined && this.#configs.audio !== undefined;
      if (!hasBoth && tag.ms - first!.ms < settleMs && this.#early.length < mostEarly) return;
      return this.#begin();
    }
    this.#write(this.#part, tag);
  }

  #begin(): void {
    const early = this.#early;
    this.#early = [];
    const { video } = this.#configs;
    const startAt = video ? early.findIndex(({ track, media }) => track === 'video' && media.isKey) : 0;
    // Nothing is decodable before the first key frame.
    if (startAt < 0) return;
    const tracks = this.#tracksOf(early[startAt]!);
    if (!tracks || this.#partCount >= mostParts) return this.#fail('codec');
    this.#partCount += 1;
    this.#offsetMs = -early[startAt]!.ms;
    this.#part = new PartFile(this.#parts.pathOf(this.#partCount), tracks, () => this.#fail('disk'));
    for (const tag of early.slice(startAt)) if (this.#part) this.#write(this.#part, tag);
  }

  /** `first`: the first frame, a key frame if there is video. Undefined: MP4 does not support these tracks. */
  #tracksOf(first: Tag): Mp4Track[] | undefined {
    const { video, audio } = this.#configs;
    const [picture, sound] = [video?.media.codec, audio?.media.codec];
    if (picture === 'other' || sound === 'other') return undefined;
    try {
      const tracks: Mp4Track[] = [];
      if (picture) tracks.push(this.#describe(picture, copyOf(video!), first));
      if (sound) tracks.push({ kind: 'audio', codec: sound, config: copyOf(audio!) });
      for (const track of tracks) checkTrack(track);
      return tracks.length === 0 ? undefined : tracks;
    } catch (cause) {
      if (cause instanceof BrokenMedia) return undefined;
      throw cause;
    }
  }

  #describe(codec: VideoTrack['codec'], config: Buffer, keyFrame: Tag): VideoTrack {
    const { width = 0, height = 0 } = pictureSize(codec, config, keyFrame.media.data) ?? this.#facts ?? {};
    const inField = (length: number) => (length > 0 && length <= 0xffff ? Math.round(length) : 0);
    return { kind: 'video', codec, config, width: inField(width), height: inField(height) };
  }

  #write(part: PartFile, tag: Tag): void {
    const at = part.tracks.findIndex(({ kind }) => kind === tag.track);
    if (at < 0 || part.tracks[at]!.codec !== tag.media.codec) return this.#fail('codec');
    if (tag.media.data.length === 0) return;
    const isKey = tag.track === 'audio' || tag.media.isKey;
    // A later broadcast continues at the end of the previous one, beginning with a key frame.
    if (this.#offsetMs === undefined) {
      if (part.tracks[0]!.kind === 'video' && (tag.track !== 'video' || !isKey)) return;
      this.#offsetMs = part.endMs + joinMs - tag.ms;
    }
    const compositionMs = tag.track === 'video' ? Math.min(Math.max(tag.media.compositionMs, 0), 10_000) : 0;
    // Copied: a slice would keep the whole buffer of the payload alive.
    const bytes = Buffer.from(tag.media.codec === 'av1' ? toMp4Picture(tag.media.data) : tag.media.data);
    part.add(at, { dtsMs: Math.max(0, Math.round(tag.ms + this.#offsetMs)), compositionMs, isKey, bytes });
    const { milliseconds, bytes: most } = this.#parts.limits();
    if (this.#endedMs + part.endMs > milliseconds || this.bytes > most) this.#fail('too_long');
  }

  #close(): void {
    this.#early = [];
    const part = this.#part;
    if (!part) return;
    this.#part = undefined;
    this.#endedBytes += part.bytes;
    this.#endedMs += part.endMs;
    this.#closing = Promise.all([this.#closing, part.end()]);
  }
}

function copyOf({ media }: Tag): Buffer {
  return Buffer.from(media.data);
}
