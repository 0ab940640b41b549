/** Installs the external programs that tests run, if this user may, and reports its steps. */
import type { ProgramName } from '../../testkit/src/outside/programs.ts';
import { type Origin, programs } from '../../testkit/src/outside/programs.ts';
import { installDebian } from './apt.ts';
import { lookAtMachine } from './machine.ts';
import { debianPackages, type Machine, missingLine, missingPrograms } from './missing-programs.ts';
import { installFromRegistry } from './registries.ts';

/** Makes no requests when no program is missing. */
export function installPrograms(say: (line: string) => void): void {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const machine = lookAtMachine();
  const packages = debianPackages(missing, machine);
  if (packages.length > 0) {
    if (!machine.hasApt || machine.asRoot === undefined) say(missingLine(missing, machine));
    else {
      say(`installing from Debian: ${packages.join(' ')} …`);
      const failure = installDebian(packages, machine.asRoot);
      if (failure !== undefined) say(`not everything is installed: ${failure}`);
    }
  }
  const now = lookAtMachine();
  for (const name of missing) installOther(name, now, say);
}

function installOther(name: ProgramName, { hasPython, hasGo }: Machine, say: (line: string) => void): void {
  const origin: Origin = programs[name].origin;
  if ('debian' in origin || !('pypi' in origin ? hasPython : hasGo)) return;
  say(`installing ${name} ${origin.version} …`);
  try {
    installFromRegistry(name, origin);
  } catch (cause) {
    say(`${name} cannot be installed: ${(cause as Error).message}`);
  }
}
