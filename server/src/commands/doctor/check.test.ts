import { expect, test } from 'vitest';
import { type Check, ok, runChecks } from './check.ts';

const patient = {
  config: undefined,
  dataDir: '/nowhere',
  publicUrl: undefined,
  running: undefined,
  settings: undefined,
};
const check = (name: string, run: Check['run']): Check => ({ name, run });

test('[DOC2] a check that waits for ever fails after its time, and keeps no other one', async () => {
  const checks = [check('stuck', () => new Promise(() => undefined)), check('good', async () => ok('it works'))];
  expect(await runChecks(checks, patient, 1_100)).toEqual([
    { name: 'stuck', state: 'failed', text: 'this took longer than 1.1 seconds', advice: expect.any(String) },
    { name: 'good', state: 'ok', text: 'it works' },
  ]);
});

test('[DOC1] a check that throws fails with the first line of the reason', async () => {
  const checks = [check('thrown', () => Promise.reject(new Error('the reason\nat more')))];
  expect(await runChecks(checks, patient)).toMatchObject([{ state: 'failed', text: 'the reason' }]);
});
