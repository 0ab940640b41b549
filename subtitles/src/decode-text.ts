import { analyse } from 'chardet';
import { encodings, encodingsOf } from './encodings.ts';

/** Number of bytes examined to find the encoding: about 300 lines, which take a few milliseconds. */
const sampleBytes = 16_384;
/** At this confidence of the detector (of 100) or above, the language of the subtitles is ignored. */
const sureConfidence = 60;
/** A lower confidence is meaningless. */
const leastConfidence = 20;

export interface DecodeOptions {
  /** The encoding, if a person has chosen one: a label of the Encoding Standard. */
  readonly encoding?: string | undefined;
  /** The language of the text, as a tag (BCP 47); empty: unknown. */
  readonly language?: string;
}

export interface DecodedText {
  readonly text: string;
  /** The label of the encoding that was used. */
  readonly encoding: string;
}

/**
 * Decodes a text of unknown encoding. UTF-8 and UTF-16 are certain. Others are a guess by letter frequencies of
 * languages, which takes a hint: the language of the text. The byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array, { encoding, language = '' }: DecodeOptions = {}): DecodedText {
  const label = encoding ?? certain(bytes) ?? guess(bytes, language);
  return { text: decode(bytes, label), encoding: label };
}

/** The characters of Windows-1252 from 0x80 to 0x9f (Encoding Standard, index windows-1252). */
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Node.js 20 takes Windows-1252 for ISO 8859-1, which has control characters in place of quotes and dashes. */
function decode(bytes: Uint8Array, label: string): string {
  const text = new TextDecoder(label).decode(bytes);
  if (label !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => windowsCharacters[control.charCodeAt(0) - 0x80]!);
}

/** The encoding by the byte order mark (Encoding Standard, section 6), the zeros of UTF-16, or as valid UTF-8. */
function certain(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  if (second === 0 && first !== 0 && first !== undefined) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return undefined;
  }
}

function guess(bytes: Uint8Array, language: string): string {
  const likely = encodingsOf(language);
  const found = analyse(sampleOf(bytes))
    .map(({ name, confidence }) => ({ label: labelOf(name, likely), confidence }))
    .filter(({ label, confidence }) => label !== undefined && confidence >= leastConfidence && decodes(bytes, label));
  const [best] = found;
  const isSure = best !== undefined && best.confidence >= sureConfidence;
  // In a few lines the letters are weak evidence, and the language is stronger.
  const ofLanguage =
    found.find(({ label }) => likely.includes(label!))?.label ?? likely.find((one) => decodes(bytes, one));
  return (isSure ? best.label : (ofLanguage ?? best?.label)) ?? 'windows-1252';
}

/** The lines that reveal the encoding: the ones with non-ASCII letters. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, sampleBytes));
  let length = 0;
  for (let start = 0; start < bytes.length && length < sample.length; ) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next + 1;
    const line = bytes.subarray(start, end);
    start = end;
    if (!line.some((byte) => byte > 127)) continue;
    const part = line.subarray(0, sample.length - length);
    sample.set(part, length);
    length += part.length;
  }
  return sample.subarray(0, length);
}

/** Names of the detector that are wider in practice: files called ISO 8859 have the letters of Windows. */
const wider: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/** The label of a detected encoding; undefined: no subtitles use it. */
function labelOf(name: string, likely: readonly string[]): string | undefined {
  const label = name.toLowerCase();
  // The detector does not know Ukrainian, which has the same letters and four more.
  const wide = label === 'koi8-r' && likely.includes('koi8-u') ? 'koi8-u' : (wider[label] ?? label);
  return encodings.includes(wide) ? wide : undefined;
}

/** True when all bytes mean something in this encoding. */
function decodes(bytes: Uint8Array, label: string | undefined): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
