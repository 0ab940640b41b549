import type { Cue } from '@matinee/subtitles/cue.ts';
import type { Script } from '@matinee/subtitles/script.ts';

/** Subtitles that begin in a part of a film. Plain data, because it passes between threads. */
export interface SubtitlePart {
  readonly cues: readonly Cue[];
  /** For tracks of pictures instead of text. */
  readonly pictures: readonly SubtitlePicture[];
  /** Set for SubStation Alpha: the texts with their styles, as stored in the film. */
  readonly script?: Script;
}

/** A picture shown from `start` on, replacing the previous one. */
export interface SubtitlePicture {
  /** Seconds of the film. Undefined end: until the next one. */
  readonly start: number;
  readonly end: number | undefined;
  /** Size of the intended screen, in pixels. */
  readonly screenWidth: number;
  readonly screenHeight: number;
  /** Empty: nothing is shown. */
  readonly parts: readonly PicturePart[];
}

/** Pixels from the left and upper edge of the screen. */
export interface PicturePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}
