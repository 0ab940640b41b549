/** What shells complete. */
import { execFileSync } from 'node:child_process';
import { runCli } from '@matinee/testkit/cli.ts';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../tools/built.mjs';

beforeAll(() => ensureBuilt(), 300_000);

test('[CL16] completion has every command, for each shell', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runCli(['completion', shell], {});
    expect(code).toBe(0);
    for (const word of ['set-password', 'backup', 'reset-others', 'member']) expect(out).toContain(word);
  }
  const script = `${(await runCli(['completion', 'bash'], {})).out}
    COMP_WORDS=(matinee user set); COMP_CWORD=2; _matinee; echo "\${COMPREPLY[*]}"
    COMP_WORDS=(matinee --yes room member s); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
    COMP_WORDS=(matinee --data-dir /tmp/x user set-p); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
    COMP_WORDS=(matinee user ban anna --unt); COMP_CWORD=4; _matinee; echo "\${COMPREPLY[*]}"
    COMP_WORDS=(matinee --output json user --data-dir us); COMP_CWORD=5; cd /; _matinee; echo "\${COMPREPLY[*]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, 5)).toEqual([
    'set-role set-password',
    'set-role set-permissions',
    'set-password',
    '--until',
    'usr',
  ]);
});
