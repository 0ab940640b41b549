import { fingerprintOf } from './fingerprint.ts';

/** Reads a file beside the page, whose film must not stutter meanwhile. */
self.onmessage = ({ data }: MessageEvent<Blob>) => {
  fingerprintOf(data).then(
    (fingerprint) => self.postMessage({ fingerprint }),
    () => self.postMessage({}),
  );
};
