import { Mp4OutputFormat, NullTarget, Output } from 'mediabunny';

/** Shortest fragment, in seconds. A fragment of pictures ends right before a key frame. */
const fragmentSeconds = 1;

/** Collects the fragmented MP4 of one track. */
export interface Fragments {
  /** Whether there is a complete fragment that was not taken yet. */
  hasSome(): boolean;
  /** Takes the bytes of all complete fragments; empty: there are none. */
  take(): Uint8Array<ArrayBuffer>;
  /** Completes the last fragment. */
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
