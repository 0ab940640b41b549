/** Checks, on a copy of the tree, that a feature from `npm run new-feature` passes the check and works. */
import { type ExecFileException, execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'matinee-new-feature-'));
/**
 * On a busy machine each step takes two minutes and more. On a quiet one, all steps together take less than 90 seconds.
 */
const stepMs = 300_000;

const exec = promisify(execFile);

/** Runs a program in the copy, without the variables that vitest set. @throws Error with its output. */
async function run(command: string, ...args: string[]): Promise<string> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$)/.test(name),
  );
  const options = { cwd: copy, env: { ...Object.fromEntries(own), NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 };
  return exec(command, args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: ExecFileException) => {
      throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    },
  );
}

/** Links installed packages one by one, so that the workspaces' packages can be the copy's own. */
function linkPackages(folder: string): void {
  const from = join(root, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue;
    if (name === '@matinee') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

beforeAll(async () => {
  const { stdout } = await exec('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of stdout.split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  for (const folder of ['.', 'contract', 'subtitles', 'server', 'cli', 'web', 'testkit', 'bench']) linkPackages(folder);
  await run('git', 'init', '--quiet');
  await run('npm', 'run', '--silent', 'new-feature', '--', 'notes');
}, stepMs);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('its German is German: no word of the English name is in it', () => {
  const at = join(copy, 'web/src/features/talk/notes');
  const [english, german] = ['en', 'de'].map((language) =>
    readFileSync(join(at, `texts.${language}.json`), 'utf8').toLowerCase(),
  );
  expect(english).toContain('note');
  expect(german).not.toContain('note');
});

test(
  'a new feature passes the check',
  async () => {
    expect(await run('npm', 'run', '--silent', 'check')).not.toContain('FAILED');
  },
  stepMs,
);

test(
  'a new feature serves its calls, and its panel shows at once what others do',
  async () => {
    await run('npm', 'run', '--silent', 'build');
    const places = ['server/src/features/talk/notes', 'server/src/contract.test.ts', 'web/src/features/talk/notes'];
    const said = await run(
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      ...places,
      '-t',
      'notes|the table is complete',
    );
    expect(said).toMatch(/Test Files.* 3 passed/);
  },
  stepMs,
);
