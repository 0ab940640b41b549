import { callRest } from '@matinee/testkit/rest-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { findDatabase } from '../database.ts';
import { quantile } from '../figures.ts';
import { startServer } from '../server-process.ts';
import { startControl, type UpdateControl } from './control.ts';
import { measureReading } from './reading.ts';

const updates = 200;
/** Longest wait for one change, in milliseconds. */
const limitMs = 5_000;

/** The cost of reading a setting, and how long after a change a second process acts on it. */
export const settings: Benchmark = {
  name: 'settings',
  async run() {
    const reading = await measureReading();
    const first = await startServer();
    try {
      const place = await findDatabase(first.dataDir);
      const { host, port, user, database } = place;
      const query = new URLSearchParams({ host, port: String(port) });
      const second = await startServer({
        environment: { MATINEE_DATABASE_URL: `postgres://${user}@/${database}?${query}` },
      });
      const control = await startControl(place);
      try {
        return { ...reading, ...(await measureUpdates(first.url, second.url, control)) };
      } finally {
        await control.stop();
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  },
};

async function measureUpdates(writer: string, reader: string, control: UpdateControl): Promise<Record<string, number>> {
  const request = { username: 'root', password: 'Correct-horse-7' };
  const signedIn = await callRest(writer, { call: 'AuthService.LoginWithDirectPassword', request });
  const token: string = signedIn.json.accessToken;
  const answeredMs: number[] = [];
  const actsMs: number[] = [];
  const controlMs: number[] = [];
  for (let n = 0; n < updates; n++) {
    const name = `Cinema ${n}`;
    const startedAtMs = performance.now();
    const seen = untilNamed(reader, name, startedAtMs);
    const answer = await callRest(writer, {
      call: 'AdminService.UpdateSettings',
      token,
      request: { settings: { server: { name } }, updateMask: 'server.name' },
    });
    if (answer.status !== 200) throw new Error(`the update was refused: ${answer.message}`);
    answeredMs.push(performance.now() - startedAtMs);
    actsMs.push(await seen);
    controlMs.push(await control.update(name));
  }
  return {
    update_p50: quantile(actsMs, 0.5),
    update_p99: quantile(actsMs, 0.99),
    answer_p50: quantile(answeredMs, 0.5),
    answer_p99: quantile(answeredMs, 0.99),
    control_p50: quantile(controlMs, 0.5),
    control_p99: quantile(controlMs, 0.99),
  };
}

/** Asks repeatedly; returns the milliseconds from `startedAtMs` until the answer has the name. */
async function untilNamed(url: string, name: string, startedAtMs: number): Promise<number> {
  for (;;) {
    const { json } = await callRest(url, { call: 'PublicService.GetServerInfo' });
    const ms = performance.now() - startedAtMs;
    if (json.name === name) return ms;
    if (ms > limitMs) throw new Error(`the second process does not act on a change after ${limitMs} ms`);
  }
}
