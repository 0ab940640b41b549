/** What bytes are, whatever was said about them. [FI6] */
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { filesErrors } from '../files.errors.ts';
import { isPicture, type TypeRules } from './types.ts';

/** Bytes at the beginning of a file that are looked at: recognized types say who they are within these, pictures also their size. */
export const headBytes = 262_144;

/** Widest and highest picture, in pixels. */
const maxSide = 8_192;

/** Facts about bytes. */
export interface Inspected {
  /** Null for text and for what nobody recognizes. */
  readonly detectedType: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Looks at the first bytes of a file that is declared to be `mimeType`. @throws AppError `files.wrong_type` when the bytes are
 * something else, `files.bad_picture` for a picture without a size or with one that is too large.
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
    // Only the type itself: a codec may follow.
    return (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  } catch {
    // What breaks the reader of a type is none of it.
    return undefined;
  }
}

function measure(head: Buffer): { width: number; height: number } {
  const size = sizeOf(head);
  if (size === undefined || !isSide(size.width) || !isSide(size.height)) throw filesErrors.bad_picture();
  // The orientations 5 to 8 of EXIF lie on their side.
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

/** UTF-8 without control characters that no text has. The last character may be cut off. */
function isText(head: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

/** Whether it is JSON, as far as it is here: of the beginning of a file only how it begins is known. */
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
