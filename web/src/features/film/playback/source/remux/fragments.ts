import { Mp4OutputFormat, NullTarget, Output } from 'mediabunny';

/** Shortest fragment, in seconds. One of pictures ends before a key frame. */
const fragmentSeconds = 1;

/** Collects the fragmented MP4 of one track. */
export interface Fragments {
  /** Whether a fragment is complete that was not taken yet. */
  hasSome(): boolean;
  /** What is complete and was not taken yet; empty: nothing. */
  take(): Uint8Array<ArrayBuffer>;
  /** Completes what is left. */
  end(): Promise<void>;
  /** Gives up. */
  cancel(): void;
}

/** Muxes the track that `addTrack` adds to the output. Times stay as they are. */
export async function makeFragments(addTrack: (output: Output) => unknown): Promise<Fragments> {
  let written: Uint8Array[] = [];
  let hasMedia = false;
  let isEnded = false;
  const keep = (bytes: Uint8Array) => written.push(bytes);
  const format = new Mp4OutputFormat({
    ...{ fastStart: 'fragmented', minimumFragmentDuration: fragmentSeconds },
    ...{ onFtyp: keep, onMoov: keep, onMoof: keep },
    onMdat(bytes) {
      keep(bytes);
      hasMedia = true;
    },
  });
  const output = new Output({ format, target: new NullTarget() });
  addTrack(output);
  await output.start();
  return {
    hasSome: () => hasMedia,
    take() {
      const bytes = new Uint8Array(written.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of written) {
        bytes.set(part, at);
        at += part.length;
      }
      written = [];
      hasMedia = false;
      return bytes;
    },
    async end() {
      isEnded = true;
      await output.finalize();
    },
    cancel() {
      if (!isEnded) void output.cancel().catch(() => undefined);
    },
  };
}
