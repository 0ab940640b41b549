/** Runs the command line as users and scripts do: the built program, in its own process, with or without a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = [join(root, 'cli/bin/matinee.mjs')];
/** Debian package bsdutils, which is always there. */
const scriptCommand = '/usr/bin/script';

/** The exit of a command, and its output. */
export interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The environment, without variables that would change the command's behaviour. */
function environmentWith(own: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MATINEE_'));
  return { ...(Object.fromEntries(others) as Record<string, string>), ...own };
}

/** Runs a command without a terminal. `input` is its standard input; absent: standard input is empty. */
export async function runCli(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string,
): Promise<CliRun> {
  const child = spawn(process.execPath, [...program, ...args], {
    env: environmentWith(environment),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const [out, err] = [child.stdout!, child.stderr!].map(textOf) as [() => string, () => string];
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, out: out(), err: err() };
}

/** A command that keeps running, such as `serve`. */
export function startCli(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...program, ...args], {
    env: environmentWith(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [child.stdout!, child.stderr!].map(textOf) as [() => string, () => string];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, said: () => out() + err(), ended };
}

/** A command in a pseudo-terminal. */
export interface TerminalRun {
  readonly child: ChildProcess;
  /** Everything that the screen has shown so far. */
  screen(): string;
  /** Waits until the screen shows it. */
  shows(pattern: RegExp): Promise<unknown>;
  type(text: string): void;
  /** The exit code of the command. */
  readonly ended: Promise<number | null>;
}

/** Runs a command in its own terminal, which echoes typed text unless the command disables that. */
export function inTerminal(args: readonly string[], environment: Readonly<Record<string, string>>): TerminalRun {
  const words = [process.execPath, ...program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  // Without exec some shells stay in between. They receive the Ctrl-C too, and report their own exit instead of the
  // command's.
  const child = spawn(scriptCommand, ['-qefc', `exec ${words.join(' ')}`, '/dev/null'], {
    env: environmentWith({ ...environment, TERM: 'xterm', COLUMNS: '200' }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const screen = textOf(child.stdout);
  return {
    child,
    screen,
    shows: (pattern) => until(`the screen shows ${pattern}`, () => pattern.test(screen())),
    type: (text) => void child.stdin.write(text),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    text += part;
  });
  return () => text;
}
