import { thumbHashToDataURL } from 'thumbhash';

/** Of nothing but a colour there are 5 bytes, of a picture some 25. */
const fewestBytes = 5;

/** The blurred picture that a thumbhash in base64 is of, as an address; undefined for what is none. [WCF14] */
export function blurredOf(thumbhash: string | undefined): string | undefined {
  if (thumbhash === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0));
    return bytes.length < fewestBytes ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
