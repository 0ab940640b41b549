import { fingerprintOf } from './fingerprint.ts';

/** Reads a file in a worker, so that the film on the page does not stutter. */
self.onmessage = ({ data }: MessageEvent<Blob>) => {
  fingerprintOf(data).then(
    (fingerprint) => self.postMessage({ fingerprint }),
    () => self.postMessage({}),
  );
};
