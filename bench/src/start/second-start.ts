/** The time that `npm start` adds when there is nothing to install and nothing to build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../build.ts';
import { median } from '../figures.ts';
import { endWithUs, makeFolder } from '../leftovers.ts';

const rounds = 7;

/** Three ways to start the same server. */
const starts = {
  server: [
    process.execPath,
    'server/dist/main.js',
    'serve',
    '--config',
    'config/quick-start.yaml',
    '--web-root',
    'web/dist',
  ],
  ours: [process.execPath, 'tools/start.mjs'],
  npm: ['npm', 'start', '--'],
};

/** Time until the server listens, in milliseconds. It is stopped afterwards. */
async function timeUntilListening([program = '', ...words]: string[], dataDir: string): Promise<number> {
  const startedAtMs = performance.now();
  const environment = Object.entries(process.env).filter(([name]) => !/^(npm_|MATINEE_)/i.test(name));
  const child = spawn(program, [...words, '--port', '0', '--data-dir', dataDir], {
    cwd: root,
    env: Object.fromEntries(environment),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithUs(child);
  const ended = once(child, 'close');
  let said = '';
  const ms = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      said += bytes;
      if (said.includes('\nlistening on ')) resolve(performance.now() - startedAtMs);
    });
    ended.then(() => reject(new Error(`${program} ${words.join(' ')} ended:\n${said.slice(-4_000)}`)), reject);
  });
  child.kill();
  await ended;
  return ms;
}

/**
 * Starts the server by itself, by the program that `npm start` runs, and by `npm start`, in turn. Returns the medians
 * of the additional time of the other two. Most of the last one is npm's own.
 */
export async function measureSecondStart(): Promise<{ overheadMs: number; npmOverheadMs: number }> {
  const data = makeFolder();
  const overhead: number[] = [];
  const npmOverhead: number[] = [];
  try {
    await timeUntilListening(starts.ours, data.path);
    for (let round = 0; round < rounds; round++) {
      const server = await timeUntilListening(starts.server, data.path);
      overhead.push((await timeUntilListening(starts.ours, data.path)) - server);
      npmOverhead.push((await timeUntilListening(starts.npm, data.path)) - server);
    }
  } finally {
    data.remove();
  }
  return { overheadMs: median(overhead), npmOverheadMs: median(npmOverhead) };
}
