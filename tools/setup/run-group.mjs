/** Runs a program in a process group of its own, so that all processes that it starts can be ended with it. */
import { spawn } from 'node:child_process';

/** Time that the group has to end by itself, in milliseconds. */
const patienceMs = 1_000;

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/**
 * Returns the exit code, the output, and the output on standard error; `onLine` gets each line at once. When `signal`
 * aborts, ends the group. @throws Error when there is no such program.
 */
export function runGroup([command, ...args], { cwd, signal, lock, onLine = () => undefined }) {
  signal.throwIfAborted();
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    const add = (line) => {
      lines.push(line);
      onLine(line);
    };
    stream.setEncoding('utf8').on('data', (text) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop();
      for (const part of parts) add(part);
    });
    stream.on('end', () => rest && add(rest));
  }
  let timer;
  const end = () => {
    signalGroup(child, 'SIGTERM');
    timer = setTimeout(() => signalGroup(child, 'SIGKILL'), patienceMs);
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      signal.addEventListener('abort', end, { once: true });
      try {
        lock.guards(child.pid);
      } catch (cause) {
        end();
        reject(cause);
      }
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (signal.aborted) signalGroup(child, 'SIGKILL');
      resolve({ code, lines });
    });
  });
}
