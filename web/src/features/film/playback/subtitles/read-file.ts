import { type Cue, maxFileBytes } from '@matinee/subtitles/cue.ts';
import { decodeText } from '@matinee/subtitles/decode-text.ts';
import { isSubStation } from '@matinee/subtitles/formats/substation.ts';
import { readSubtitles } from '@matinee/subtitles/read-subtitles.ts';
import type { Script } from '@matinee/subtitles/script.ts';

/** A file of subtitles as it came. */
export interface SubtitleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The language of its text, as a tag; empty: unknown. */
  readonly language: string;
}

export interface ReadFile {
  readonly cues: readonly Cue[];
  /** The encoding in which the file was read. */
  readonly encoding: string;
  /** The text as SubStation Alpha, which has styles; undefined: it is of another format. */
  readonly script?: string | Script | undefined;
}

/**
 * Reads a file of any known format. Loaded only when somebody wants subtitles.
 * @param encoding the encoding that the person chose; undefined: it is found
 */
export function readFile({ bytes, language }: SubtitleFile, encoding: string | undefined): ReadFile {
  const decoded = decodeText(bytes, { encoding, language });
  const script = isSubStation(decoded.text) ? decoded.text : undefined;
  return { cues: readSubtitles(decoded.text), encoding: decoded.encoding, script };
}

/** The text of a file, in the encoding in which `readFile` reads it. */
export function textOf({ bytes, language }: SubtitleFile, encoding: string | undefined): string {
  return decodeText(bytes, { encoding, language }).text;
}

/** The language that a file's name tells, as in `film.ru.srt` and `film.pt-BR.forced.srt`; empty: none. */
export function languageOf(name: string): string {
  const parts = name.split('.').slice(1, -1).slice(-2);
  return parts.find((part) => /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(part) && part.toLowerCase() !== 'sdh') ?? '';
}

/** The bytes of an answer. @throws Error when there are too many */
export async function readBytes(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (const reader = answer.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxFileBytes) {
      await reader.cancel();
      throw new Error('the file is too long');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
