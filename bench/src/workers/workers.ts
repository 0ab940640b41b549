import type { AuthLoad } from '../auth/load.ts';
import type { Benchmark } from '../benchmark.ts';
import type { FanoutLoad } from '../fanout/load.ts';
import { median } from '../figures.ts';
import type { RestLoad } from '../rest/load.ts';
import { startWorker } from '../worker.ts';
import { startWorld } from '../world.ts';

/** One process, one worker, two workers. */
const variants = ['alone', '1', '2'] as const;
type Variant = (typeof variants)[number];
/** The variants take turns, so that noise of the machine affects all alike. */
const rounds = 3;
/** Length of each measurement, in milliseconds. */
const ms = 2_500;
const connections = 32;
const members = 200;
const signingIn = 16;

interface Figures {
  readonly rest: number;
  readonly signIns: number;
  readonly deliveries: number;
}

/**
 * What workers gain: REST calls, sign-ins with a password and deliveries in a full room, each a second, of one process
 * (the control), one worker and two workers. `…_gain_2` is two workers ÷ one process. The load takes processor time of the
 * same machine, so two cores show less than two workers could do.
 */
export const workers: Benchmark = {
  name: 'workers',
  async run() {
    const measured: Record<Variant, Figures[]> = { alone: [], 1: [], 2: [] };
    for (let round = 0; round < rounds; round++)
      for (const variant of variants) measured[variant].push(await measure(variant));
    const of = (variant: Variant, figure: keyof Figures) => median(measured[variant].map((one) => one[figure]));
    const printed: Record<string, number> = {};
    for (const [name, figure] of [
      ['rest', 'rest'],
      ['sign_ins', 'signIns'],
      ['deliveries', 'deliveries'],
    ] as const) {
      printed[`${name}_gain_2`] = of('2', figure) / of('alone', figure);
      for (const variant of variants) printed[`${name}_${variant}`] = of(variant, figure);
    }
    return printed;
  },
};

async function measure(variant: Variant): Promise<Figures> {
  const world = await startWorld({
    people: members,
    rooms: 1,
    environment: {
      MATINEE_SERVER_TRUSTED_PROXIES: '127.0.0.1',
      ...(variant === 'alone' ? {} : { MATINEE_SERVER_WORKERS: variant }),
    },
  });
  const rest = await startWorker<RestLoad>(new URL('../rest/load.ts', import.meta.url));
  const auth = await startWorker<AuthLoad>(new URL('../auth/load.ts', import.meta.url));
  const room = await startWorker<FanoutLoad>(new URL('../fanout/load.ts', import.meta.url));
  try {
    const { url, port } = world.server;
    const { token } = world.people[0]!;
    const read = (length: number) => rest.ask('run', { port, path: '/api/user', token, connections, ms: length });
    await read(1_000);
    const { perSecond } = await read(ms);
    await auth.ask('makeAccounts', { url, count: signingIn });
    const signIns = await auth.ask('direct', { url, callers: signingIn, ms });
    const seats = world.people.map((person) => ({ path: `/ws/rooms/${world.rooms[0]}`, token: person.token }));
    await room.ask('open', { side: 'ours', kind: 'room', port, seats });
    await room.ask('saturate', { side: 'ours', window: 4, ms: 1_000 });
    const told = await room.ask('saturate', { side: 'ours', window: 4, ms });
    return { rest: perSecond, signIns, deliveries: (told.deliveries * 1_000) / told.ms };
  } finally {
    await Promise.all([rest.stop(), auth.stop(), room.stop()]);
    await world.stop();
  }
}
