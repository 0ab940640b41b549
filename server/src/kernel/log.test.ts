import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

function written(fields: object): string {
  let line = '';
  makeLog('info', { destination: { write: (text: string) => (line = text) } as never }).info(fields, 'said');
  return line;
}

test('secrets are left out at every level, also inside of errors and lists, and all else stays', () => {
  const cause = Object.assign(new Error('within'), { headers: { authorization: 'hidden' } });
  const err = Object.assign(new Error('outside', { cause }), { code: 'E1', config: { auth: { token: 'hidden' } } });
  const fields = { password: 'hidden', user: { id: 'usr_1', more: [{ deep: { accessToken: 'hidden' } }] }, err };
  const line = written(fields);
  expect(line).not.toContain('hidden');
  expect(JSON.parse(line)).toMatchObject({
    msg: 'said',
    password: '[redacted]',
    user: { id: 'usr_1', more: [{ deep: { accessToken: '[redacted]' } }] },
    err: { type: 'Error', code: 'E1', message: 'outside: within', stack: expect.stringContaining('log.test') },
  });
});

test('what prints itself is printed, and what contains itself ends', () => {
  const round: Record<string, unknown> = { at: new Date(0), url: new URL('https://a.test/') };
  round['round'] = round;
  const read = JSON.parse(written({ round }));
  expect(read.round).toMatchObject({ at: '1970-01-01T00:00:00.000Z', url: 'https://a.test/' });
  expect(JSON.stringify(read)).toContain('[too deep]');
});
