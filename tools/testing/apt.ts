/** Installs Debian packages without questions, and gives up soon if the servers cannot be reached. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const lists = '/var/lib/apt/lists';
/** How old the lists of packages may be. */
const freshMs = 86_400_000;
/** The longest that apt may take, in milliseconds: for its lists, and for the packages. */
const longest = { update: 120_000, install: 900_000 };
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
const manners = ['-qq', '-o', 'DPkg::Lock::Timeout=60', '-o', 'APT::Update::Error-Mode=any'];

/** @returns the first complaint; undefined: there was none */
function apt(asRoot: readonly string[], timeout: number, ...args: readonly string[]): string | undefined {
  const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...patience, ...manners, ...args];
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', timeout });
  if (status === 0) return undefined;
  const complaint = `${stderr}\n${stdout}`.split('\n').find((line) => line.startsWith('E: '));
  return complaint?.slice(3) ?? 'apt-get did not end in time';
}

function isKnown(name: string): boolean {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
}

function areListsFresh(): boolean {
  if (!existsSync(lists) || !readdirSync(lists).some((name) => name.includes('_Packages'))) return false;
  return statSync(lists).mtimeMs > Date.now() - freshMs;
}

/** @returns the fault; undefined: none */
export function installDebian(packages: readonly string[], asRoot: readonly string[]): string | undefined {
  const complaint = areListsFresh() ? undefined : apt(asRoot, longest.update, 'update');
  if (complaint !== undefined) return complaint;
  const known = packages.filter(isKnown);
  const unknown = packages.filter((name) => !known.includes(name));
  const failure =
    known.length === 0 ? undefined : apt(asRoot, longest.install, 'install', '-y', '--no-install-recommends', ...known);
  return failure ?? (unknown.length > 0 ? `this system has no package ${unknown.join(', ')}` : undefined);
}
