/** A transport on a real port, over a pipeline whose handlers the test provides. */
import type { DescMethod, Message, MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { services } from '@matinee/contract/gen/services.ts';
import { allMethods, methodName } from '@matinee/contract/methods.ts';
import type { Call, Incoming, Pipeline } from '../kernel/call.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { makeClientAddress } from './client-address.ts';
import { callErrors } from './pipeline/pipeline.errors.ts';
import { makeTransport, type TransportPart, type TransportParts } from './server.ts';

type Handler = (incoming: Incoming) => MessageInitShape<never> | Promise<object> | AsyncIterable<object> | object;

export interface Running {
  readonly part: TransportPart;
  readonly port: number;
  readonly url: string;
  /** The calls that the pipeline received, in order. */
  readonly calls: Incoming[];
  readonly stop: () => Promise<void>;
}

/**
 * Handlers by `RoomService.GetMedia`. A method without a handler answers an empty message; a stream without one ends at
 * once.
 */
export function fakePipeline(
  handlers: Record<string, Handler>,
  calls: Incoming[],
  missing: readonly string[] = [],
): Pipeline {
  const run = (method: DescMethod, incoming: Incoming) => {
    calls.push(incoming);
    return handlers[methodName(method)]?.(incoming) ?? {};
  };
  const toMessage = (method: DescMethod, init: object): Message => create(method.output, init as never);
  return {
    methods: new Set(
      allMethods().filter((method) => method.methodKind !== 'bidi_streaming' && !missing.includes(methodName(method))),
    ),
    unary: async (method, incoming) => toMessage(method, await (run(method, incoming) as Promise<object>)) as never,
    async *stream(method, incoming) {
      const answers = run(method, incoming) as AsyncIterable<object>;
      if (Symbol.asyncIterator in answers) for await (const answer of answers) yield toMessage(method, answer) as never;
    },
    async open(method, incoming) {
      calls.push(incoming as Incoming);
      if (incoming.roomId === undefined) throw callErrors.room_required();
      return { ...incoming, method } as unknown as Call as never;
    },
  };
}

/** Starts a transport on a free port of the loopback interface. */
export async function startTransport(
  handlers: Record<string, Handler> = {},
  more: Partial<TransportParts> & { missing?: readonly string[] } = {},
): Promise<Running> {
  const calls: Incoming[] = [];
  const { missing, ...parts } = more;
  const part = makeTransport({
    pipeline: fakePipeline(handlers, calls, missing),
    services,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    takePublicRead: async () => undefined,
    allowedOrigins: () => ['https://app.example'],
    clientAddress: makeClientAddress([]),
    checks: { required: {}, useful: {} },
    bidi: new Map(),
    clock: systemClock,
    log: makeLog('silent'),
    ...parts,
  });
  await part.start?.();
  return {
    part,
    port: part.port,
    url: `http://127.0.0.1:${part.port}`,
    calls,
    stop: async () => part.stop?.(AbortSignal.timeout(1_000)),
  };
}

/** A clock whose timers fire when the test says so. */
export function manualClock(): Clock & { advance(ms: number): void } {
  let now = 0;
  const timers = new Set<{ at: number; period?: number; work: () => void }>();
  const add = (at: number, work: () => void, period?: number) => {
    const timer = { at, work, ...(period === undefined ? {} : { period }) };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    nowMs: () => now,
    after: (delay, work) => add(now + delay, work),
    every: (period, work) => add(now + period, work, period),
    advance(ms) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        if (timer.period === undefined) timers.delete(timer);
        else timer.at = now + timer.period;
        timer.work();
      }
    },
  };
}

/** Resolves as soon as `claim` returns true. */
export async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for this many turns of the event loop, so that all ready work has run. */
export async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}
