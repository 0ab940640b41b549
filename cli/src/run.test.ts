import { expect, test } from 'vitest';
import { runHere } from './run.fixture.ts';

const run = (...words: string[]) => runHere(words, {});

test('[CL1] help and the version are answers, not mistakes', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Usage: matinee') });
  expect(await run('room', 'member', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('set-role') });
  expect(await run('--version')).toMatchObject({ code: 0, err: '' });
});

test('[CL1] a failure tells what went wrong, then what to do, and ends with its code', async () => {
  expect(await run('status', '--endpoint', 'nonsense')).toEqual({
    code: 2,
    out: '',
    err: 'matinee: nonsense is no management endpoint\nGive unix:/path/to/socket or host:port.\n',
  });
});

test('[CL1] a group without a command shows what there is, and is not understood', async () => {
  expect(await run('room')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('featured') });
});

test('[CL3] the help of serve is there although it loads no other command', async () => {
  expect(await run('serve', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('--port') });
});
