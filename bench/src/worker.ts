/** Runs parts of a benchmark in their own processes, so that the load and the measured server do not share a thread. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './build.ts';
import { endWithUs } from './leftovers.ts';

/** The tasks of a worker, by name. */
export type Tasks = Record<string, (input: never) => unknown>;
type Input<T extends Tasks, K extends keyof T> = Parameters<T[K]>[0];
type Output<T extends Tasks, K extends keyof T> = Awaited<ReturnType<T[K]>>;

/** A process that runs tasks on request; `T` is the type of its tasks. */
export interface Worker<T extends Tasks> {
  readonly pid: number;
  /** @throws the error of the task. */
  ask<K extends keyof T & string>(task: K, input: Input<T, K>): Promise<Output<T, K>>;
  stop(): Promise<void>;
}

type Question = { readonly id: number; readonly task: string; readonly input: never };
type Answer = { readonly id: number; readonly output?: unknown; readonly error?: string };

/** Starts the module at `url`, which calls `serveTasks`. */
export async function startWorker<T extends Tasks>(
  url: URL,
  nodeArguments: readonly string[] = [],
): Promise<Worker<T>> {
  const child = fork(fileURLToPath(url), {
    cwd: root,
    execArgv: ['--conditions=source', '--import', 'tsx', ...nodeArguments],
  });
  endWithUs(child);
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (cause: Error) => void }>();
  let count = 0;
  child.on('message', ({ id, output, error }: Answer) => {
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error === undefined) resolve(output as never);
    else reject(new Error(error));
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${url.pathname} ended with ${signal ?? code}`));
  });
  const ask = (task: string, input: unknown): Promise<never> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      child.send({ id, task, input } satisfies { id: number; task: string; input: unknown });
    });
  await ask('hello', undefined);
  return { pid: child.pid!, ask, stop: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Answers requests of the process that started this one, until that process ends. */
export function serveTasks(tasks: Tasks): void {
  const all: Tasks = { ...tasks, hello: () => undefined };
  process.on('message', async ({ id, task, input }: Question) => {
    let answer: Answer;
    try {
      answer = { id, output: await all[task]!(input) };
    } catch (cause) {
      answer = { id, error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
    }
    process.send?.(answer);
  });
  process.once('disconnect', () => process.exit(0));
}
