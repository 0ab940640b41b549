import type { Cue } from '@matinee/subtitles/cue.ts';
import type { Script } from '@matinee/subtitles/script.ts';

/** Subtitles of a film that begin in a part of it. Plain data, because threads pass it to each other. */
export interface SubtitlePart {
  readonly cues: readonly Cue[];
  /** Where the film has pictures instead of text. */
  readonly pictures: readonly SubtitlePicture[];
  /** Set for SubStation Alpha: the texts with their styles, as the film has them. */
  readonly script?: Script;
}

/** What is shown from `start` on, in place of what was shown before. */
export interface SubtitlePicture {
  /** Seconds of the film. Undefined end: until the next one. */
  readonly start: number;
  readonly end: number | undefined;
  /** The size of the screen for which it was made, in pixels. */
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
