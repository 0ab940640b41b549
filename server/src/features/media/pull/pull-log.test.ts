/** What operators read about a source that fails. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../../kernel/log.ts';
import { LiveStream } from '../streams/air/live-stream.ts';
import { Pull, type PullParts } from './pull.ts';
import { PullFailed } from './sources/pull-failed.ts';

const address = 'rtmp://ann:geheim@films.example/live/one';

/** The lines about a source that fails with this error. */
async function linesOf(cause: unknown): Promise<{ level: number; causes: string; err?: { message: string } }[]> {
  const clock = new FakeClock();
  const lines: string[] = [];
  const log = makeLog('trace', { destination: { write: (line) => lines.push(String(line)) > 0 } });
  const parts = {
    ...{ clock, log, random: { bytes: (length: number) => Buffer.alloc(length) } },
    sources: { pull: () => Promise.reject(cause) },
    onAir: { tellPull: async () => undefined },
    onFault: () => ending.abort(),
  } as unknown as PullParts;
  const ending = new AbortController();
  const place = { roomId: 'room_1', mediaId: 'med_1', generationId: 'str_1', publisherId: 'usr_1' };
  const stream = new LiveStream({ generationId: 'str_1', clock });
  await new Pull(parts, { place, stream, end: () => {} }, { version: 1, address, ending }).run();
  expect(lines.join('')).not.toMatch(/geheim|films\.example/);
  return lines.map((line) => JSON.parse(line));
}

test('[PUL7] the log has the kinds and codes of errors, and neither the address nor the account', async () => {
  const dns = Object.assign(new Error(`getaddrinfo ENOTFOUND films.example for ${address}`), { code: 'ENOTFOUND' });
  const [line, ...others] = await linesOf(new PullFailed('unreachable', new Error(address, { cause: dns })));
  expect(line).toMatchObject({ level: 30, fault: 'unreachable', causes: 'Error: Error ENOTFOUND' });
  expect(others).toEqual([]);
});

test('[PUL7] an error of the program is one in the log', async () => {
  const [line] = await linesOf(new PullFailed('unreachable', new TypeError('x is not a function')));
  expect(line).toMatchObject({ level: 50, causes: 'TypeError', err: { message: 'x is not a function' } });
});
