import { spawnSync } from 'node:child_process';

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Longest time in milliseconds; ten minutes when absent. */
  readonly longestMs?: number;
}

/**
 * Runs a program to its end.
 * @returns its output.
 * @throws Error with all of the output when it fails
 */
export function run(program: string, args: readonly string[], { cwd, env, longestMs = 600_000 }: Options = {}): string {
  const done = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: longestMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === 0) return done.stdout;
  const reason = done.error?.message ?? `exit code ${done.status ?? done.signal}`;
  throw new Error(`${program} ${args.slice(0, 3).join(' ')} failed (${reason})\n${done.stdout}${done.stderr}`.trim());
}
