import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import type { Machine } from './missing-programs.ts';

/** True when the command ends well within a few seconds. */
function works(command: string | undefined, ...args: readonly string[]): boolean {
  return command !== undefined && spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

export const findPython = (): string | undefined => findCommand('python3');
/** The archive of go.dev is unpacked into the last folder. */
export const findGo = (): string | undefined => findCommand('go', '../go/bin/go');

/** Looks at this machine. It never asks for a password. */
export function lookAtMachine(): Machine {
  const sudo = findCommand('sudo');
  const asRoot = process.getuid?.() === 0 ? [] : works(sudo, '-n', 'true') ? [sudo!, '-n'] : undefined;
  return {
    hasApt: existsSync('/etc/debian_version') && findCommand('apt-get') !== undefined,
    asRoot,
    // On Debian, Python comes without the modules that make environments.
    hasPython: works(findPython(), '-c', 'import ensurepip, venv'),
    hasGo: findGo() !== undefined,
  };
}
