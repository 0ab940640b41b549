import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { defineErrors } from '../../kernel/errors.ts';
import { makeLog } from '../../kernel/log.ts';
import { makeCallLog } from './call-log.ts';

const errors = defineErrors('call_log_test', {
  away: { code: 'unavailable', message: 'It is away.' },
  refused: { code: 'permission_denied', message: 'No.' },
});

test('[TR95] what is behind calls that fail because a part is away is a warning, once a second', () => {
  const lines: { level: number; err?: { message: string }; left?: number }[] = [];
  const clock = new FakeClock();
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) } as unknown as NodeJS.WritableStream;
  const write = makeCallLog(makeLog('info', destination), clock);
  const away = () => Object.assign(errors.away(), { cause: new Error('connect ENOENT') });
  write({}, errors.refused());
  for (let n = 0; n < 5; n++) write({}, away());
  clock.advance(1_000);
  write({}, away());
  expect(lines).toMatchObject([
    { level: 40, left: 0, err: { message: 'connect ENOENT' } },
    { level: 40, left: 4, err: { message: 'connect ENOENT' } },
  ]);
});
