/**
 * `npm run artefacts`: builds all parts of a release into `dist-artefacts`, with digests, and reports which parts it
 * left out and why. `npm run artefacts -- archives image` builds some, `--try` runs the results. `--tree DIR` only
 * lays out the files that a server needs, for the platform of `--for`, which the Containerfile does.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeArchives } from './artefacts/archives.ts';
import { makeBill } from './artefacts/bill.ts';
import { makeChart } from './artefacts/chart.ts';
import { type Maker, Skipped } from './artefacts/context.ts';
import { makeDebianPackages } from './artefacts/debian.ts';
import { makeImage } from './artefacts/image.ts';
import { platformNamed } from './artefacts/platforms.ts';
import { layOutProduction } from './artefacts/production.ts';
import { readRelease } from './artefacts/release.ts';
import { writeSums } from './artefacts/sums.ts';
import { tryArtefacts } from './artefacts/try.ts';
import { ensureBuilt } from './built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist-artefacts');

const makers: Readonly<Record<string, Maker>> = {
  archives: makeArchives,
  debian: makeDebianPackages,
  image: makeImage,
  chart: makeChart,
  bill: makeBill,
};

const options = { tree: { type: 'string' }, for: { type: 'string' }, try: { type: 'boolean' } } as const;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Makes each artefact independently: one that fails or cannot be made here does not prevent the others.
 * @returns the version of all
 */
function makeAll(names: readonly string[]): string {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const release = readRelease(root);
  for (const name of names) {
    const begunMs = performance.now();
    const skip = (what: string, reason: string) => say(`skipped  ${what}: ${reason}`);
    try {
      for (const file of makers[name]!({ root, target, release, skip }))
        say(`made     ${file} (${((performance.now() - begunMs) / 1_000).toFixed(0)} s)`);
    } catch (cause) {
      if (cause instanceof Skipped) skip(name, cause.message);
      else {
        say(`FAILED   ${name}: ${(cause as Error).message}`);
        process.exitCode = 1;
      }
    }
  }
  say(`digests  ${writeSums(target)}`);
  return release.version;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const unknown = positionals.find((name) => !(name in makers));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(makers).join(', ')}`);
  ensureBuilt();
  if (values.tree !== undefined) return layOutProduction(root, resolve(values.tree), platformNamed(values.for));
  const names = positionals.length > 0 ? positionals : Object.keys(makers);
  const version = makeAll(names);
  if (values.try) await tryArtefacts({ target, say, names, version });
}

main().catch((cause: unknown) => {
  process.stderr.write(`${(cause as Error).message}\n`);
  process.exitCode = 1;
});
