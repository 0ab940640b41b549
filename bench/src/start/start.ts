import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@matinee/testkit/postgres.ts';
import type { Benchmark } from '../benchmark.ts';
import { inTurn, median } from '../figures.ts';
import { endWithUs, makeFolder } from '../leftovers.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { measureRecovery } from './recovery.ts';
import { measureSecondStart } from './second-start.ts';

const rounds = 5;

/**
 * Time from the start of the process to the first 200 of `/health/ready`, with an existing data directory. It includes
 * the start of PostgreSQL, except for `recovery`: there only the server was killed, and its PostgreSQL still runs.
 */
export const start: Benchmark = {
  name: 'start',
  async run() {
    const data = makeFolder();
    try {
      const firstMs = await timeOurs(data.path);
      const postgres = await startTestPostgres();
      const address = JSON.stringify(postgres.address);
      const measured = await inTurn(
        rounds,
        () => timeOurs(data.path),
        () => timeControl(address),
      );
      const { recovery, crash } = await measureRecovery(startTimed);
      const secondStart = await measureSecondStart();
      return {
        ready: median(measured.ours),
        ready_max: Math.max(...measured.ours),
        control_ready: median(measured.control),
        first_ready: firstMs,
        second_start_overhead_ms: secondStart.overheadMs,
        second_start_overhead_with_npm_ms: secondStart.npmOverheadMs,
        recovery: median(recovery),
        recovery_max: Math.max(...recovery),
        crash_recovery: median(crash),
        crash_recovery_max: Math.max(...crash),
      };
    } finally {
      data.remove();
    }
  },
};

async function timeOurs(dataDir: string): Promise<number> {
  const { ms, server } = await startTimed(dataDir);
  await server.stop();
  return ms;
}

async function startTimed(dataDir: string): Promise<{ ms: number; server: ServerProcess }> {
  const startedAtMs = performance.now();
  const server = await startServer({ dataDir });
  await untilReady(server.url);
  return { ms: performance.now() - startedAtMs, server };
}

async function timeControl(address: string): Promise<number> {
  const startedAtMs = performance.now();
  const program = fileURLToPath(new URL('control.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithUs(child);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (bytes) => resolve(String(bytes).trim().slice('listening on '.length)));
      child.once('exit', () => reject(new Error('the control did not start')));
    });
    await untilReady(url);
    return performance.now() - startedAtMs;
  } finally {
    child.kill();
    await exited;
  }
}

/** A server that listens may still answer 503. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health/ready`);
    await response.arrayBuffer();
    if (response.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
