import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedFiles, testsOfChange } from './changed-tests.ts';
import { importsOf } from './import-graph.ts';

const server = 'server/src/features/talk';
const web = 'web/src/features/talk';
const tests = [
  'server/src/contract.test.ts',
  'server/src/kernel/ids.test.ts',
  `${server}/chat/sending/sending.test.ts`,
  `${server}/evenings/evenings.test.ts`,
  `${server}/polls/polls.test.ts`,
  `${web}/chat/chat.browser.test.ts`,
  `${web}/polls/polls.browser.test.ts`,
  'web/src/pages/room/room.browser.test.ts',
];
/** Evenings use chat, polls use evenings, all use ids, the composition uses all, and the whole server the composition. */
const importers = new Map(
  Object.entries({
    'server/src/kernel/ids.ts': [`${server}/chat/chat.port.ts`, 'server/src/kernel/ids.test.ts'],
    [`${server}/chat/sending/send.ts`]: [`${server}/chat/chat.port.ts`],
    [`${server}/chat/chat.port.ts`]: [`${server}/evenings/evenings.service.ts`, 'server/src/composition/rooms.ts'],
    [`${server}/evenings/evenings.service.ts`]: [`${server}/polls/polls.service.ts`],
    'server/src/composition/rooms.ts': ['testkit/src/server.ts'],
    'testkit/src/server.ts': [`${server}/polls/polls.test.ts`, 'web/src/pages/room/room.browser.test.ts'],
  }).map(([file, by]) => [file, new Set(by)]),
);
const chosen = (...changed: string[]) => testsOfChange(changed, tests, importers).map((path) => path.split('/').at(-1));

describe('the tests of a change', () => {
  test('are those of its feature on the server and in the page, and of features that use it', () => {
    expect(chosen(`${server}/chat/sending/send.ts`)).toEqual([
      ...['contract.test.ts', 'sending.test.ts', 'evenings.test.ts', 'chat.browser.test.ts'],
    ]);
    expect(chosen(`${web}/polls/poll.tsx`)).toEqual(['polls.test.ts', 'polls.browser.test.ts']);
  });

  test('are those of what imports it', () => {
    expect(chosen('server/src/kernel/ids.ts')).toEqual(['contract.test.ts', 'ids.test.ts', 'sending.test.ts']);
    expect(chosen('testkit/src/server.ts')).toEqual(['polls.test.ts', 'room.browser.test.ts']);
    expect(chosen('server/src/composition/rooms.ts')).toEqual(['contract.test.ts']);
  });

  test('are those of the feature whose part of the contract changes, by its longest name', () => {
    const ofPolls = ['contract.test.ts', 'polls.test.ts', 'polls.browser.test.ts'];
    expect(chosen('contract/proto/service/client/polls_service.proto', 'contract/src/gen/api.ts')).toEqual(ofPolls);
    expect(chosen('contract/proto/service/client/chat_pins.proto')).toContain('chat.browser.test.ts');
    expect(chosen('contract/proto/service/client/other.proto')).toEqual(['contract.test.ts']);
  });

  test('are itself for a test, none for a text, and all for what every test needs', () => {
    expect(chosen(`${server}/polls/polls.test.ts`)).toContain('polls.test.ts');
    expect(chosen('docs/tour.md', 'CHANGELOG.md')).toEqual([]);
    expect(testsOfChange(['package-lock.json'], tests, importers)).toEqual(tests);
  });
});

test('imports are read in each of their forms', () => {
  const text = `import type { A } from './types.ts';
import { type B, c } from '@matinee/contract/gen/api.ts';
import './style.css';
import { join } from 'node:path';
export { d } from '../d.ts';
const e = await import('./e.ts');
const f = new Worker(new URL('./f.ts', import.meta.url));`;
  const ofPage = ['contract/src/gen/api.ts', 'web/src/a/style.css', 'web/src/d.ts', 'web/src/a/e.ts', 'web/src/a/f.ts'];
  expect(importsOf('web/src/a/a.ts', text)).toEqual(ofPage);
  expect(importsOf('server/src/a/a.ts', text)[0]).toBe('server/src/a/types.ts');
});

describe('what has changed', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: root, stdio: 'pipe' });
  const commit = (file: string) => {
    writeFileSync(join(root, file), file);
    git('add', '-A');
    git('commit', '-qm', file);
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'changed-'));
    git('init', '-qb', 'main');
    commit('first.ts');
    git('checkout', '-qb', 'branch');
    commit('second.ts');
    writeFileSync(join(root, 'first.ts'), 'changed');
    writeFileSync(join(root, 'new ü.ts'), 'new');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('is what differs from where the branch began, committed or not', () => {
    expect(changedFiles(root)).toEqual(['first.ts', 'second.ts', 'new ü.ts']);
  });

  test('is what differs from a given commit; something else is refused', () => {
    expect(changedFiles(root, 'HEAD')).toEqual(['first.ts', 'new ü.ts']);
    expect(() => changedFiles(root, 'nowhere')).toThrow('nowhere is no commit of this repository');
  });
});
