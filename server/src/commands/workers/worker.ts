/**
 * A worker: it serves like a single process, except for the parts that exist once per machine, which belong to the
 * process that started it.
 */
import { type App, startApp } from '../../app.ts';
import type { WorkerSeat } from '../../composition/app-options.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config/config-keys.ts';
import type { Log } from '../../kernel/log.ts';
import type { WorkerCosts, WorkerState } from '../../kernel/process/worker-facts.ts';
import { systemRandom } from '../../kernel/random.ts';
import { sharedKeyValue } from '../../store/key-value/shared-key-value.ts';
import type { CommandLine } from '../command-line.ts';
import { openLog } from '../serving.ts';
import { type Beginning, channelOf, type News, type Order } from './messages.ts';

/** The process that started us. When it dies, Node.js ends this one. */
const parent = {
  send: (message: unknown) => void process.send?.(message, undefined, undefined, () => undefined),
  on: process.on.bind(process),
  off: process.off.bind(process),
};
const supervision = channelOf(parent, 'supervision');
const tell = (news: News) => supervision.send(news);

/** Resolves once the worker serves; it continues until it is told to stop. */
export async function serveAsWorker(line: CommandLine, config: Config): Promise<void> {
  // Signals of a terminal or a service manager reach all processes. The process that started us decides how to react.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const beginning = await askToBegin();
  const log = openLog(config, beginning.logLevel).child({ worker: beginning.seat });
  const link = new Supervision(log);
  const app = await startApp({
    config: { ...config, 'server.port': beginning.port },
    dataDir: line.dataDir,
    clock: systemClock,
    followsDatabaseTime: true,
    random: systemRandom,
    log,
    withoutSecrets: line.withoutSecrets,
    requestStop: (deadlineMs) => tell({ kind: 'stop', deadlineMs }),
    seat: link.seat(beginning),
    ...(line.webRoot === undefined ? {} : { webRoot: line.webRoot }),
  });
  link.serves(app);
}

function askToBegin(): Promise<Beginning> {
  return new Promise((resolve) => {
    const unlisten = supervision.listen((message) => {
      const order = message as Order;
      if (order.kind === 'stop') process.exit(0);
      if (order.kind !== 'begin') return;
      unlisten();
      resolve(order.beginning);
    });
    tell({ kind: 'started' });
  });
}

/** Orders and requests of the process that started this worker. */
class Supervision {
  readonly #log: Log;
  readonly #waiting = new Map<number, (answer: WorkerCosts | undefined) => void>();
  #state: WorkerState = { workers: [], isRestarting: false };
  #app: App | undefined;
  #count = 0;

  constructor(log: Log) {
    this.#log = log;
    supervision.listen((message) => this.#follow(message as Order));
  }

  serves(app: App): void {
    this.#app = app;
    const { port, managementAddresses, firstAccount } = app;
    tell({ kind: 'ready', readiness: { port, managementAddresses: [...managementAddresses], firstAccount } });
  }

  seat({ seat, count, processId, database }: Beginning): WorkerSeat {
    return {
      ...{ number: seat, count, processId, database },
      keyValue: sharedKeyValue({ channel: channelOf(parent, 'key-value store'), log: this.#log }),
      state: () => this.#state,
      costs: async () => (await this.#ask('costs')) as WorkerCosts,
      requestRestart: async () => void (await this.#ask('restart')),
      setLogLevel: (level) => tell({ kind: 'log level', level }),
    };
  }

  #ask(kind: 'costs' | 'restart'): Promise<WorkerCosts | undefined> {
    return new Promise((resolve) => {
      const id = ++this.#count;
      this.#waiting.set(id, resolve);
      tell({ kind, id });
    });
  }

  #follow(order: Order): void {
    if (order.kind === 'state') this.#state = order.state;
    else if (order.kind === 'log level') this.#log.level = order.level;
    else if (order.kind === 'figures') void this.#tellFigures(order.id);
    else if (order.kind === 'costs') this.#answer(order.id, order.costs);
    else if (order.kind === 'restarting') this.#answer(order.id, undefined);
    else if (order.kind === 'stop') void this.#stop(order.deadlineMs, order.isReplaced);
  }

  #answer(id: number, answer: WorkerCosts | undefined): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  async #tellFigures(id: number): Promise<void> {
    tell({ kind: 'figures', id, figures: (await this.#app?.figures()) ?? [] });
  }

  async #stop(deadlineMs: number, isReplaced: boolean): Promise<void> {
    const app = this.#app;
    if (app === undefined) process.exit(0);
    this.#log.info({ deadlineMs, isReplaced }, 'stopping');
    if (isReplaced) app.leavePort();
    let code = 0;
    try {
      await app.stop(deadlineMs);
    } catch (err) {
      this.#log.error({ err }, 'stopped with errors');
      code = 1;
    }
    const news: News = { kind: 'last figures', figures: await app.figures() };
    // Exits only after the message has been sent.
    process.send?.({ channel: 'supervision', message: news }, undefined, undefined, () => process.exit(code));
  }
}
