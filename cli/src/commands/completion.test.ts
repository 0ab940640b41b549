/** Completion in shells. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../run.fixture.ts';

/** The typed words, and the shell's suggestions for the last one. */
const typed: readonly [string[], string[]][] = [
  [
    ['user', 'set'],
    ['set-role', 'set-password'],
  ],
  [
    ['--yes', 'room', 'member', 's'],
    ['set-role', 'set-permissions'],
  ],
  [['--data-dir', '/tmp/x', 'user', 'set-p'], ['set-password']],
  [['user', 'ban', 'anna', '--unt'], ['--until']],
];

const scripts = new Map<string, string>();
/** The cache of zsh for the commands of the machine: searching them takes twenty times as long as a completion. */
const zshFolder = mkdtempSync(join(tmpdir(), 'matinee-completion-'));
afterAll(() => rmSync(zshFolder, { recursive: true }));
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runHere(['completion', shell], {});
    expect(code).toBe(0);
    scripts.set(shell, out);
  }
});

/**
 * Runs `script`, a completion script and the commands after it, in `shell`. Returns the printed words. Any output on
 * stderr fails the test.
 */
function run(shell: string, options: readonly string[], script: string): string[] {
  const { stdout, stderr } = spawnSync(shell, [...options, '-c', script], { encoding: 'utf8', timeout: 30_000 });
  expect(stderr).toBe('');
  return stdout.split(/\s+/).filter((word) => word !== '');
}

test.each(['bash', 'zsh', 'fish'])('[CL16] the script for %s has every command', (shell) => {
  for (const word of ['set-password', 'backup', 'reset-others', 'member']) expect(scripts.get(shell)).toContain(word);
});

test.each(typed)('[CL16] bash completes %j to %j', (words, offered) => {
  const state = `COMP_WORDS=(matinee ${words.join(' ')}); COMP_CWORD=${words.length}`;
  const script = `${scripts.get('bash')}\n${state}; _matinee; echo "\${COMPREPLY[*]}"`;
  expect(run('bash', ['--norc'], script)).toEqual(offered);
});

test('[CL16] bash offers files where the value of an option is typed', () => {
  const script = `${scripts.get('bash')}\ncd /; COMP_WORDS=(matinee --output json user --data-dir us); COMP_CWORD=5; _matinee; echo "\${COMPREPLY[*]}"`;
  expect(run('bash', ['--norc'], script)).toEqual(['usr']);
});

test.skipIf(!hasProgram('zsh')).each([...typed, [['user', '--data-dir', 'us'], ['FILES']] as const])(
  '[CL16] zsh completes %j to %j',
  (words, offered) => {
    // Outside of its line editor zsh has no matcher: the test takes the words that the script would hand to it, and
    // matches their beginnings.
    const script = `autoload -Uz compinit; compinit -u -d ${zshFolder}/found
      ${scripts.get('zsh')}
      [[ $_comps[matinee] == _matinee ]] || exit 1
      _describe() { local word; for word in "\${(@P)2}"; do print -r -- "\${word%%:*}"; done }
      _files() { print FILES }
      words=(matinee ${words.join(' ')}); CURRENT=${words.length + 1}; _matinee; command -v ls >/dev/null || print 'NO PATH'`;
    const found = run('zsh', ['-f'], script);
    expect(found.filter((word) => word === word.toUpperCase() || word.startsWith(words.at(-1)!))).toEqual(offered);
  },
);

test.skipIf(!hasProgram('fish')).each(typed)('[CL16] fish completes %j to %j', (words, offered) => {
  const script = `${scripts.get('fish')}\ncomplete -C 'matinee ${words.join(' ')}' | string split -f1 \\t`;
  expect(run('fish', ['--no-config'], script).sort()).toEqual([...offered].sort());
});

test.skipIf(!hasProgram('fish'))('[CL16] fish offers the commands of a group, and no files beside them', () => {
  const script = `${scripts.get('fish')}\ncd /; complete -C 'matinee user ' | string split -f1 \\t`;
  const found = run('fish', ['--no-config'], script);
  expect(found).toContain('set-role');
  expect(found).not.toContain('member');
  expect(found).not.toContain('usr/');
});
