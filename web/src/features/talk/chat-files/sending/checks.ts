import { typeOf } from './file-types.ts';

/** Most files of a message (contract, `SendChatMessageRequest.attachments`). */
export const mostFiles = 10;
/** Largest file, in bytes. */
const mostBytes = 50 * 1_048_576;
/** Widest and highest picture, in pixels. */
const longestSide = 8_192;

/** Why a file is refused before its upload. Each reason has its words under `refused`. */
export type Refusal = 'tooMany' | 'twice' | 'empty' | 'tooLarge' | 'type' | 'tooWide';

/** A file that was refused before its upload. */
export interface RefusedFile {
  readonly id: string;
  readonly name: string;
  readonly why: Refusal;
}

/** The size of a picture in pixels; undefined where the browser cannot show it. */
export type Measure = (file: Blob) => Promise<{ readonly width: number; readonly height: number } | undefined>;

/** @returns why the file is refused, or its type. [WCF2] */
export async function checkFile(
  file: File,
  measure: Measure,
): Promise<{ readonly why: Refusal } | { readonly type: string }> {
  const type = typeOf(file);
  if (type === undefined) return { why: 'type' };
  if (file.size === 0) return { why: 'empty' };
  if (file.size > mostBytes) return { why: 'tooLarge' };
  if (!type.startsWith('image/')) return { type };
  // If the browser cannot show a picture, the server checks it.
  const size = await measure(file);
  return size && Math.max(size.width, size.height) > longestSide ? { why: 'tooWide' } : { type };
}

/** Browsers read the size from the head of the file and do not decode the rest. */
export const measureInPage: Measure = (file) =>
  new Promise((resolve) => {
    const image = new Image();
    const url = URL.createObjectURL(file);
    const end = (size?: { width: number; height: number }) => {
      URL.revokeObjectURL(url);
      resolve(size);
    };
    image.onload = () => end({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => end();
    image.src = url;
  });
