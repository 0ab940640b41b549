import { spawn } from 'node:child_process';

/**
 * Runs a shell script with `words` as `$1`, `$2` … once this process has ended, also by SIGKILL: the shell waits for the
 * end of its input. An exit handler would not run when a test runner kills its worker.
 */
export function runAtEnd(script: string, ...words: readonly string[]): void {
  const shell = spawn('/bin/sh', ['-c', `cat >/dev/null; ${script}`, 'sh', ...words], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
}
