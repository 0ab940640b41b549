import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../kernel/clock.ts';
import { type ImageReason, ImageRefused } from './image-refused.ts';
import type { ImageAnswer, ImageJob } from './image-worker.ts';

export interface LaneParts {
  readonly clock: Clock;
  /** Time limit for one image, in milliseconds. */
  readonly jobMs: number;
  /** Most queued images. */
  readonly maxWaiting: number;
}

/** A process that decodes one image after another. It starts with the first image and ends when idle for a while. */
export interface ImageLane {
  /** @throws ImageRefused */
  run(job: ImageJob): Promise<Exclude<ImageAnswer, { kind: 'refused' }>>;
  /** Ends the process for good. Current, queued and later images are refused as `busy`: callers may retry. [IM9] */
  stop(): void;
}

/** An idle process costs about 60 MB. */
const idleMs = 60_000;
/** See `image-worker.ts`. Importing it here would start its work. */
const memoryExitCode = 77;

export function makeLane({ clock, jobMs, maxWaiting }: LaneParts): ImageLane {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let cancelIdle = () => {};
  let isStopped = false;

  function end(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function runNow(job: ImageJob): Promise<ImageAnswer> {
    if (isStopped) return { kind: 'refused', reason: 'busy' };
    cancelIdle();
    child ??= startProcess();
    const running = child;
    return new Promise<ImageAnswer>((resolve) => {
      const settle = (answer: ImageAnswer) => {
        cancel();
        running.removeAllListeners();
        // A killed process still reports errors of its pipe.
        running.on('error', () => undefined);
        resolve(answer);
      };
      const fail = (reason: ImageReason) => {
        if (child === running) end();
        settle({ kind: 'refused', reason });
      };
      const cancel = clock.after(jobMs, () => fail('time'));
      running.once('message', (answer: ImageAnswer) => settle(answer));
      running.once('exit', (code, signal) => fail(reasonOf(code, signal, isStopped)));
      running.once('error', () => fail(reasonOf(null, null, isStopped)));
      running.send(job, () => undefined);
    });
  }

  return {
    async run(job) {
      if (waiting >= maxWaiting) throw new ImageRefused('busy');
      waiting++;
      const mine = last.then(() => runNow(job));
      last = mine;
      try {
        const answer = await mine;
        if (answer.kind === 'refused') throw new ImageRefused(answer.reason);
        return answer;
      } finally {
        if (--waiting === 0) cancelIdle = clock.after(idleMs, end);
      }
    },
    stop() {
      isStopped = true;
      cancelIdle();
      end();
    },
  };
}

/** The lane sends SIGKILL only when it is stopped; otherwise the system sent it, to free memory. */
function reasonOf(code: number | null, signal: string | null, isStopped: boolean): ImageReason {
  if (isStopped) return 'busy';
  return code === memoryExitCode || signal === 'SIGKILL' ? 'memory' : 'damaged';
}

/** The built process, or its source in a checkout. It gets no environment variables, because they hold secrets. */
function startProcess(): ChildProcess {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(`./image-worker.${isBuilt ? 'js' : 'ts'}`, import.meta.url));
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: isBuilt ? [] : ['--import', createRequire(import.meta.url).resolve('tsx')],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A process that waits for images must not keep the server running.
  child.unref();
  child.channel?.unref();
  return child;
}
