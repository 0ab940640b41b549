/**
 * `npm run bench [-- NAME …]`: builds the server, runs the benchmarks one after the other and prints a line for each.
 * `BENCH_PROFILES=DIR` keeps processor profiles of the servers.
 */
import { parseArgs } from 'node:util';
import { buildServer } from './build.ts';
import { benchmarkNames, loadBenchmark } from './registry.ts';

/** Time limit of a benchmark, in milliseconds, so that a hanging benchmark does not stop the others. */
const usualLimitMs = 480_000;

/** `12.345` as `12.35`, `1234.5` as `1235`: as many digits as a reader can use. */
function shown(value: number): string {
  return String(Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);
}

async function runOne(name: string): Promise<void> {
  const benchmark = await loadBenchmark(name);
  const { limitMs = usualLimitMs } = benchmark;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limitMs} ms`)), limitMs);
  });
  try {
    const figures = await Promise.race([benchmark.run(), tooLong]);
    const words = Object.entries(figures).map(([key, value]) => `${key}=${shown(value)}`);
    process.stdout.write(`${[name, ...words].join(' ')}\n`);
  } finally {
    clearTimeout(timer);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'no-build': { type: 'boolean' } },
  });
  const known = benchmarkNames();
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}\n`);
    return 1;
  }
  if (!values['no-build']) buildServer();
  let failures = 0;
  for (const name of positionals.length > 0 ? positionals : known) {
    await runOne(name).catch((cause: unknown) => {
      failures += 1;
      process.stderr.write(`${name} failed: ${cause instanceof Error ? (cause.stack ?? cause.message) : cause}\n`);
    });
  }
  return failures === 0 ? 0 : 1;
}

main().then(
  // Processes of a failed benchmark end with this process: see leftovers.ts.
  (code) => process.exit(code),
  (cause: unknown) => {
    process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : cause}\n`);
    process.exit(1);
  },
);
