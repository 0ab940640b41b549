import { thumbHashToDataURL } from 'thumbhash';

/** A thumbhash of one plain colour has 5 bytes, one of a picture about 25. */
const fewestBytes = 5;

/** The address of the blurred picture of a thumbhash in base64; undefined if it is no thumbhash. [WCF14] */
export function blurredOf(thumbhash: string | undefined): string | undefined {
  if (thumbhash === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0));
    return bytes.length < fewestBytes ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
