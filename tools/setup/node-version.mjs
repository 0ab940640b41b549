/**
 * Refuses a Node that is too old, in one line. Old versions read this file and its importers: these use only syntax and
 * modules of Node 14, and import newer files only after the version is checked.
 */
import { readFileSync } from 'node:fs';

const byNumber = (text) => text.split('.').map(Number);

/** `range`: versions with `^` or `>=` before them, and `||` between them. `engines` of package.json needs no more. */
export function isInRange(version, range) {
  const [major, minor, patch] = byNumber(version);
  return range.split('||').some((part) => {
    const least = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(part);
    if (least === null)
      throw new Error(`engines.node has ${part}, which tools/setup/node-version.mjs does not understand`);
    const [leastMajor, leastMinor, leastPatch] = byNumber(least[2]);
    if (major !== leastMajor) return least[1] === '>=' && major > leastMajor;
    return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
  });
}

/** A range in words: `^20.19.0 || >=24.0.0` is `20 from 20.19, or 24 and later`. */
export function inWords(range) {
  const versions = range.split('||').map((part) => {
    const [major, minor] = byNumber(part.replace(/[\s^>=]/g, ''));
    const from = minor === 0 ? '' : ` from ${major}.${minor}`;
    return `${major}${from}${part.includes('>=') ? ' and later' : ''}`;
  });
  return versions.length === 1
    ? versions[0]
    : `${versions.slice(0, -1).join(', ')}, or ${versions[versions.length - 1]}`;
}

/** Ends the process when package.json does not list this version of Node. */
export function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version = process.versions.node;
  if (isInRange(version, engines.node)) return;
  process.stderr.write(
    `Matinee needs Node ${inWords(engines.node)}, and this is Node ${version}: get another from https://nodejs.org\n`,
  );
  process.exit(1);
}
