import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { defineErrors } from '../../kernel/errors.ts';
import { makeLog } from '../../kernel/log.ts';
import { makeCallLog } from './call-log.ts';

const errors = defineErrors('call_log_test', {
  away: { code: 'unavailable', message: 'It is away.' },
  refused: { code: 'permission_denied', message: 'No.' },
});

const line = { requestId: 'r1', method: 'RoomService.GetRoom', transport: 'rest', ms: 5 };

test('[TR95] what is behind calls that fail because a part is away is a warning, once a second', () => {
  const lines: { level: number; err?: { message: string }; left?: number }[] = [];
  const clock = new FakeClock();
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) } as unknown as NodeJS.WritableStream;
  const write = makeCallLog({ log: makeLog('info', { destination }), clock, slowMs: 0 });
  const away = () => Object.assign(errors.away(), { cause: new Error('connect ENOENT') });
  write(line, { failure: errors.refused() });
  for (let n = 0; n < 5; n++) write(line, { failure: away() });
  clock.advance(1_000);
  write(line, { failure: away() });
  expect(lines).toMatchObject([
    { level: 40, left: 0, err: { message: 'connect ENOENT' } },
    { level: 40, left: 4, err: { message: 'connect ENOENT' } },
  ]);
});

test('[TR103] a slow call is a warning with its request id and method, once a second; a stream may take its time', () => {
  const lines: object[] = [];
  const clock = new FakeClock();
  const destination = { write: (text: string) => lines.push(JSON.parse(text)) } as unknown as NodeJS.WritableStream;
  const log = makeLog('info', { destination });
  const write = makeCallLog({ log, clock, slowMs: 500 });
  write({ ...line, ms: 499.9 });
  write({ ...line, ms: 3_600_000 }, { isStream: true });
  write({ ...line, ms: 500 });
  write({ ...line, ms: 900 });
  clock.advance(1_000);
  write({ ...line, ms: 700 }, { failure: errors.refused() });
  makeCallLog({ log, clock, slowMs: 0 })({ ...line, ms: 900 });
  expect(lines).toMatchObject([
    { level: 40, msg: 'slow call', requestId: 'r1', method: 'RoomService.GetRoom', ms: 500, left: 0 },
    { level: 40, msg: 'slow call', ms: 700, left: 1 },
  ]);
});
