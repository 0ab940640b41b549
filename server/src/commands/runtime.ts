/** What a server that runs for weeks asks of its JavaScript engine. */
import { setFlagsFromString } from 'node:v8';
import { configureTextEncoding } from '@bufbuild/protobuf/wire';

/**
 * V8 may let the heap grow to three times what lives in it before it collects all of it. By default V8 allows far less, for the sake
 * of pages that share a desktop, and collects again and again while a room fills: that takes 29 % more processor time
 * (`npm run bench -- fanout`, ADR 11).
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
