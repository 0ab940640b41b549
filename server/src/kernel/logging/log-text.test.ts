import { expect, test } from 'vitest';
import { makeLog } from '../log.ts';

function written(fields: object, message: string): string {
  let text = '';
  const destination = { write: (line: string) => (text += line) } as never;
  makeLog('info', { destination, format: 'text' }).warn(fields, message);
  return text;
}

test('a line for people has the time, the level, the sentence and its fields', () => {
  const text = written({ requestId: 'r1', ms: 12.5, name: 'Film club', list: [1] }, 'slow call');
  expect(text).toMatch(/^\d\d:\d\d:\d\d WARN {2}slow call {2}requestId=r1 ms=12\.5 name="Film club" list=\[1\]\n$/);
});

test('an error is below its line with its stack, and secrets are left out', () => {
  const text = written({ err: new Error('not there'), password: 'hidden' }, 'failed');
  expect(text).toMatch(/^\S+ WARN {2}failed {2}password=\[redacted\]\n {4}Error: not there\n {4} {4}at /);
  expect(text).not.toContain('hidden');
});

test('what somebody wrote cannot steer the terminal', () => {
  const text = written({ name: '\u001b[2Jx\u009b1m\u202e' }, 'a\u001b]0;b\u0007');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});
