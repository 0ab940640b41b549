/** What a server that runs for weeks asks of its JavaScript engine. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 may let the heap grow to three times what lives in it before it collects all of it. By default V8 allows far less, for the sake
 * of pages that share a desktop, and collects again and again while a room fills: that takes 29 % more processor time
 * (`npm run bench -- fanout`, ADR 11).
 */
const heapGrowingPercent = 200;

/** Sets up the process. Called first, before rooms fill. */
export function prepareRuntime(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
}
