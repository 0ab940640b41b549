/**
 * Films of ffmpeg. The shared cache keeps the result of each command with the same input files; the next time it is
 * copied.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from '../cache.ts';
import { programPath } from '../outside/programs.ts';

/**
 * Runs ffmpeg in `folder` at each call, without the cache: for films that depend on the moment. @throws Error with its
 * output
 */
export function encodeNow(folder: string, args: readonly string[]): void {
  execFileSync(programPath('ffmpeg'), ['-loglevel', 'error', '-y', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * Writes the output of ffmpeg into `folder`. The last argument is the output file. ffmpeg reads the other files among
 * the arguments, and `more`, the files that they refer to.
 * @throws Error with its output
 */
export function encode(folder: string, args: readonly string[], more: readonly string[] = []): void {
  const isFile = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  const inputs = [...new Set([...args.slice(0, -1), ...more])].filter(isFile);
  const made = madeOnce(`films/${keyOf(folder, args, inputs)}`, (box) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) mkdirSync(join(box, entry.name));
    for (const name of inputs) symlinkSync(join(folder, name), join(box, name));
    encodeNow(box, args);
    for (const name of inputs) rmSync(join(box, name));
  });
  // A copy, so that no test changes the file for the next one.
  cpSync(made, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** The bytes of the film that `args` make under this name. `files`: the files that they read. */
export function encodedBytes(
  args: readonly string[],
  name: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-film-'));
  try {
    for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
    encode(folder, [...args, name]);
    return readFileSync(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let version: Buffer | undefined;

/** Cache key of a result: it changes with the version of ffmpeg, the arguments and the input files. */
function keyOf(folder: string, args: readonly string[], inputs: readonly string[]): string {
  version ??= execFileSync(programPath('ffmpeg'), ['-version']);
  const hash = createHash('sha256')
    .update(version)
    .update(JSON.stringify([args, inputs]));
  for (const name of inputs) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 32);
}
