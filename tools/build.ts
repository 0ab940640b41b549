/**
 * Builds the programs for `npm start` and deployments: the server and the command line, bundled, and the web app.
 * Prints a line for each step. All results are in the `dist` folders, and `dist.stamp` says from which sources they
 * are.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleCompiled, bundleProgram } from './bundle.ts';
import { compressFolder } from './compress.ts';
import { readSources, removeStamp, writeStamp } from './setup/build-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(join(root, 'server/package.json'));

/** Files that code of the server reads from its own folder. */
const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target);
}

async function buildServer(): Promise<void> {
  const [sources, dist] = [join(root, 'server/src'), join(root, 'server/dist')];
  rmSync(dist, { recursive: true, force: true });
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  for (const file of files) if (file.endsWith('.sql')) copy(join(sources, file), join(dist, file));
  for (const font of fonts) {
    copy(require.resolve(`dejavu-fonts-ttf/ttf/${font}`), join(dist, 'features/talk/link-previews', font));
  }
  // Modules that run in a thread or process of their own.
  const workers = files.filter((file) => file.endsWith('-worker.ts')).map((file) => file.slice(0, -3));
  await bundleProgram(join(root, 'server'), workers);
  await bundleCompiled(join(root, 'server'), 'main', ['load']);
}

async function buildCommandLine(): Promise<void> {
  rmSync(join(root, 'cli/dist'), { recursive: true, force: true });
  await bundleProgram(join(root, 'cli'), ['main']);
}

async function buildWebApp(): Promise<void> {
  const web = join(root, 'web');
  // A separate process, so that it uses another core.
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    // Tests also build when nothing is built, and they set a mode of their own.
    { cwd: web, maxBuffer: 2 ** 26, env: { ...process.env, NODE_ENV: 'production' } },
  );
  process.stderr.write(stdout + stderr);
  await compressFolder(join(web, 'dist'));
}

const parts = { server: buildServer, 'command line': buildCommandLine, 'web app': buildWebApp };
// Read before the build: sources edited during it differ from the stamp, and are built the next time.
const sources = readSources(root);
removeStamp(root);
await Promise.all(
  Object.entries(parts).map(async ([name, build]) => {
    await build();
    process.stdout.write(`built the ${name}\n`);
  }),
);
writeStamp(root, sources);
