/**
 * Stops processes and removes folders when this process exits for any reason. A shell waits for the end of its input,
 * which also ends after SIGKILL, when none of our handlers would run. Then it stops the processes and removes the
 * folders.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lines of input: `pid N`, `gone N`, `dir PATH`. Processes have ten seconds to end by themselves. */
const script = `
pids= dirs=
while read -r kind value; do
  case $kind in
    pid) pids="$pids $value" ;;
    gone) left=; for p in $pids; do [ "$p" = "$value" ] || left="$left $p"; done; pids=$left ;;
    dir) dirs="$dirs $value" ;;
  esac
done
[ -n "$pids" ] && kill -TERM $pids 2>/dev/null
for n in 1 2 3 4 5 6 7 8 9 10; do
  alive=; for p in $pids; do kill -0 "$p" 2>/dev/null && alive="$alive $p"; done
  [ -z "$alive" ] && break
  sleep 1
done
[ -n "$alive" ] && kill -KILL $alive 2>/dev/null
[ -n "$dirs" ] && rm -rf $dirs
`;

let guard: ChildProcess | undefined;

function tell(line: string): void {
  if (guard === undefined) {
    guard = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    guard.unref();
    (guard.stdin as unknown as { unref(): void }).unref();
  }
  guard.stdin?.write(`${line}\n`);
}

/** Makes `child` end when this process has ended. */
export function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  tell(`pid ${pid}`);
  child.once('exit', () => tell(`gone ${pid}`));
}

/**
 * Makes a folder for the files of one benchmark, and a function that removes it. It is removed with this process in any
 * case.
 */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  tell(`dir ${path}`);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
