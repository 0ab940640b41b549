/**
 * Runs commands in the test's process. A process for each command costs ten times the processor time, and most tests
 * are about a command's requests and output. Commands that start the server's program need their own process, and so
 * does `-` for a document: both use the input of the process itself.
 */
import { Readable, Writable } from 'node:stream';
import type { CliRun } from '@matinee/testkit/cli.ts';
import { runCommandLine } from './run.ts';

/** The end of the command that was begun last. They share the streams of the process, so one runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a command without a terminal, as `runCli` does. `input` is its standard input; absent: that is empty. */
export function runHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CliRun> {
  const run = last.then(() => runAlone(words, environment, input));
  last = run.catch(() => undefined);
  return run;
}

/** The words of a command line as users type it. Put words with spaces in single quotes. */
export function wordsOf(args: string): string[] {
  return args.match(/'[^']*'|\S+/g)!.map((word) => (word.startsWith("'") ? word.slice(1, -1) : word));
}

async function runAlone(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input: string,
): Promise<CliRun> {
  const [out, err] = [new Sink(), new Sink()];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const restore = [replaceStreams({ stdin, stdout: out, stderr: err }), replaceEnvironment(environment)];
  try {
    const code = await runCommandLine(words);
    return { code, out: out.text(), err: err.text() };
  } finally {
    for (const one of restore) one();
  }
}

/** Stores the written text. */
class Sink extends Writable {
  readonly #parts: Buffer[] = [];

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(part);
    done();
  }

  text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }
}

/** Replaces the streams of `process`. Returns a function that restores them. */
function replaceStreams(streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', Readable | Writable>>): () => void {
  const own = Object.keys(streams).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const);
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  return () => {
    for (const [name, property] of own) Object.defineProperty(process, name, property);
  };
}

/** Replaces all variables that change a command's behaviour with `wanted`. Returns a function that restores them. */
function replaceEnvironment(wanted: Readonly<Record<string, string>>): () => void {
  const isOurs = ([name]: readonly [string, unknown]) => name.startsWith('MATINEE_');
  const own = Object.entries(process.env).filter(isOurs);
  const put = (variables: readonly (readonly [string, string | undefined])[]) => {
    for (const [name] of Object.entries(process.env).filter(isOurs)) delete process.env[name];
    for (const [name, value] of variables) process.env[name] = value;
  };
  put(Object.entries(wanted));
  return () => put(own);
}
