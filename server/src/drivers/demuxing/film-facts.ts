/** Facts that a film states about itself. Plain data, because it passes between threads. */
export interface FilmFacts {
  /** Undefined: not stated, or too expensive to find. */
  readonly durationSeconds: number | undefined;
  /** `mp4`, `webm`, `mkv`, …; empty for a container that has no name here. */
  readonly container: string;
  readonly tracks: readonly FilmTrack[];
  readonly chapters: readonly FilmChapter[];
  /** Bytes of the file's cover, not verified to be a picture; undefined: none, or too expensive to read. */
  readonly cover: Uint8Array | undefined;
}

export interface FilmTrack {
  readonly kind: 'video' | 'audio' | 'subtitle';
  /** `h264`, `aac`; empty: unknown. */
  readonly codec: string;
  /** As in MIME types (RFC 6381); empty: unknown. */
  readonly codecString: string;
  /** BCP 47; empty: unknown. */
  readonly language: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** Pixels, channels and samples per second; 0: unknown, or a track of another kind. */
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly sampleRate: number;
}

export interface FilmChapter {
  readonly startSeconds: number;
  readonly name: string;
}

/** Most tracks and chapters reported. A film with more is malicious. */
export const maxTracks = 64;
export const maxChapters = 500;
const maxNameLength = 200;
/** Largest cover reported, in bytes. */
export const maxCoverBytes = 10 * 1_048_576;

/** A name from a file, safe to display: without control characters and bidirectional marks. */
export function shownName(text: string): string {
  return [...text.replace(/\p{C}/gu, '').trim()].slice(0, maxNameLength).join('');
}

/** A language from a file; `und` means unknown. */
export function shownLanguage(text: string): string {
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(text) && text !== 'und' ? text : '';
}
