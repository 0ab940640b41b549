import { existsSync, readdirSync } from 'node:fs';
import type { Benchmark } from './benchmark.ts';

const here = new URL('.', import.meta.url);

/** Names of all benchmarks: the folders here that contain a file with their own name. */
export function benchmarkNames(): string[] {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/${entry.name}.ts`, here)))
    .map((entry) => entry.name)
    .sort();
}

/** Loads a benchmark. @throws Error when its file does not export it. */
export async function loadBenchmark(name: string): Promise<Benchmark> {
  const module = (await import(new URL(`${name}/${name}.ts`, here).href)) as Record<string, Benchmark | undefined>;
  const benchmark = module[name];
  if (benchmark === undefined) throw new Error(`${name}/${name}.ts exports no ${name}`);
  return benchmark;
}
