/** What a server that runs for weeks asks of its JavaScript engine. */
import { setFlagsFromString } from 'node:v8';
import { configureTextEncoding } from '@bufbuild/protobuf/wire';

/**
 * The heap may grow to three times of what lives in it before all of it is collected. V8 allows a heap of our size far less than
 * that, for the sake of pages that share a desktop; a room that fills up would then be collected while it fills (ADR 11).
 */
const heapGrowingPercent = 200;

/** Sets up the process. Before rooms fill or messages are encoded, that is: first. */
export function prepareRuntime(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const lenient = new TextDecoder();
  const strict = new TextDecoder('utf-8', { fatal: true });
  configureTextEncoding({
    // A tenth of the time that TextEncoder takes for texts as short as ids.
    encodeUtf8: (text) => Buffer.from(text) as Uint8Array<ArrayBuffer>,
    decodeUtf8: (bytes, isStrict) => (isStrict ? strict : lenient).decode(bytes),
    checkUtf8: (text) => text.isWellFormed(),
  });
}
