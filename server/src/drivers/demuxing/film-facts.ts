/** Facts that a film states about itself. Plain data, because threads pass it to each other. */
export interface FilmFacts {
  /** Undefined: the file does not state it where it can be read cheaply. */
  readonly durationSeconds: number | undefined;
  /** `mp4`, `webm`, `mkv`, …; empty for a container that has no name here. */
  readonly container: string;
  readonly tracks: readonly FilmTrack[];
  readonly chapters: readonly FilmChapter[];
  /** The bytes of the cover in the file, which may be no picture; undefined: it has none that can be read cheaply. */
  readonly cover: Uint8Array | undefined;
}

export interface FilmTrack {
  readonly kind: 'video' | 'audio' | 'subtitle';
  /** `h264`, `aac`; empty: unknown. */
  readonly codec: string;
  /** As MIME types name it (RFC 6381); empty: unknown. */
  readonly codecString: string;
  /** BCP 47; empty: unknown. */
  readonly language: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** Pixels, channels and samples a second; 0: unknown, or of another kind. */
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly sampleRate: number;
}

export interface FilmChapter {
  readonly startSeconds: number;
  readonly name: string;
}

/** Most tracks and chapters to report. A film with more was made to do harm. */
export const maxTracks = 64;
export const maxChapters = 500;
const maxNameLength = 200;
/** Largest cover to report, in bytes. */
export const maxCoverBytes = 10 * 1_048_576;

/** A name from a file, fit to show: without control characters and marks that change the direction of text. */
export function shownName(text: string): string {
  return [...text.replace(/\p{C}/gu, '').trim()].slice(0, maxNameLength).join('');
}

/** A language from a file; files write `und` where they know none. */
export function shownLanguage(text: string): string {
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(text) && text !== 'und' ? text : '';
}
