import type { TsCounters } from '../../../../drivers/muxing/ts-muxer.ts';
import type { StreamFacts } from '../air/stream-facts.ts';
import type { Tag } from '../air/tag.ts';
import type { HlsTracks } from './carriage.ts';

/** A frame of a stream. */
export interface StreamFrame {
  readonly track: Tag['track'];
  /** As `Packager.read` gave them. */
  readonly bytes: Buffer;
  /** Milliseconds of the stream. */
  readonly dtsMs: number;
  readonly compositionMs: number;
  readonly isRandomAccessPoint: boolean;
  /** Server time. */
  readonly dateMs: number;
}

/** What a part is made of, when somebody asks for it. */
export interface PartPiece {
  /** How many bytes of the part it becomes, as segments are cut by size. */
  readonly size: number;
  /** All that has to be known of it for that. */
  readonly record: readonly Buffer[];
}

/** A frame that is ready for a segment. */
export interface PackedFrame extends PartPiece {
  /** Milliseconds of the stream. */
  readonly ms: number;
  readonly isRandomAccessPoint: boolean;
  readonly dateMs: number;
}

export type PictureFacts = Pick<StreamFacts, 'width' | 'height'>;

/** With this, another packager goes on from here. [LS42] */
export type PackagerState =
  | { readonly kind: 'ts'; readonly counters: TsCounters }
  | {
      readonly kind: 'mp4';
      readonly fragments: number;
      /** Frames whose length is not known yet. */
      readonly waiting: readonly StreamFrame[];
      readonly usualMs: { readonly video: number; readonly audio: number };
      /** The configuration of the sound. */
      readonly sound: Buffer | undefined;
      readonly init: Buffer | undefined;
    };

/** Makes frames into the bytes of one kind of segments. */
export interface Packager {
  readonly tracks: HlsTracks;
  readonly state: PackagerState;
  /** Takes the configuration of a decoder. @throws BrokenMedia */
  configure(tag: Tag): void;
  /** The bytes of a frame that can be packed; undefined: its decoder cannot begin yet. @throws BrokenMedia */
  read(tag: Tag): Buffer | undefined;
  /** The frames that are ready once this one has come, in their order. */
  pack(frame: StreamFrame, facts: PictureFacts): readonly PackedFrame[];
  /** All frames that still wait for the next one of their track: none follows. */
  flush(): readonly PackedFrame[];
  /** The first bytes of each part. */
  partHead(): PartPiece | undefined;
  /** No more pieces come to the part that grows: what makes it of its records, at any later time. */
  seal(): (records: Buffer) => Buffer;
  /** The records of a growing part, as other processes know them. [LS42] */
  passOn(records: Buffer): Buffer;
  /** The records of a growing part that another process passed on. */
  takeOver(passedOn: Buffer): readonly Buffer[];
  /** What players read before the segments; undefined: nothing. */
  readonly init: Buffer | undefined;
}
