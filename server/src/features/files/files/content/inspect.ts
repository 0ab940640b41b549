/** Detects the type of bytes, regardless of the declared type. [FI6] */
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { filesErrors } from '../files.errors.ts';
import { isPicture, type TypeRules } from './types.ts';

/**
 * Number of bytes at the beginning of a file that are inspected. This is enough to recognize all known types and to
 * read the size of pictures.
 */
export const headBytes = 262_144;

/** Maximum width and height of a picture, in pixels. */
const maxSide = 8_192;

/** Detected facts about bytes. */
export interface Inspected {
  /** Null for text and unknown types. */
  readonly detectedType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Inspects the first bytes of a file that is declared as `mimeType`. @throws AppError `files.wrong_type` if the bytes
 * are of another type, `files.bad_picture` for a picture without a size or with one that is too large.
 */
export async function inspect(
  head: Buffer,
  { mimeType, sizeBytes }: { readonly mimeType: string; readonly sizeBytes: number },
  rules: TypeRules,
): Promise<Inspected> {
  const detectedType = (await recognize(head)) ?? null;
  const accepted = rules.get(mimeType) ?? [];
  const isAccepted = accepted.includes('text')
    ? isText(head)
    : detectedType !== null && accepted.includes(detectedType);
  const isJson = mimeType === 'application/json';
  if (!isAccepted || (isJson && !isJsonText(head, head.length === sizeBytes))) throw filesErrors.wrong_type();
  if (!isPicture(mimeType)) return { detectedType, width: null, height: null };
  return { detectedType, ...measure(head) };
}

async function recognize(head: Buffer): Promise<string | undefined> {
  try {
    // Without parameters such as a codec.
    return (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  } catch {
    // Bytes that make the parser of a type throw are not of that type.
    return undefined;
  }
}

function measure(head: Buffer): { width: number; height: number } {
  const size = sizeOf(head);
  if (size === undefined || !isSide(size.width) || !isSide(size.height)) throw filesErrors.bad_picture();
  // In EXIF orientations 5 to 8, the picture is rotated by 90 degrees.
  const isTurned = (size.orientation ?? 1) >= 5;
  return isTurned ? { width: size.height, height: size.width } : { width: size.width, height: size.height };
}

function sizeOf(head: Buffer) {
  try {
    return imageSize(head);
  } catch {
    return undefined;
  }
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= maxSide;
}

/**
 * Whether the bytes are UTF-8 without control characters that never occur in text. The last character may be
 * incomplete.
 */
function isText(head: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

/** Whether the text is JSON. If it is only the beginning of a file, only its first characters are checked. */
function isJsonText(head: Buffer, isWhole: boolean): boolean {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (!isWhole) return /^\s*(?:[[{"]|-?\d)/.test(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
