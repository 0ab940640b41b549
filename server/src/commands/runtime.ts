/** JavaScript engine settings for a server that runs for weeks. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 may let the heap grow to three times its live data before a full collection. V8's default is far lower, because
 * browser pages share a desktop. With the default, V8 collects again and again while a room fills, which takes 29 %
 * more CPU time (`npm run bench -- fanout`, ADR 11).
 */
const heapGrowingPercent = 200;

/** Sets the limit for this process. Call this first, before rooms fill. */
export function prepareRuntime(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
}
