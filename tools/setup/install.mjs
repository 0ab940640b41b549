/** Installs the packages of the lock file with npm. */
import { dirname, join } from 'node:path';
import {
  findMissing,
  hasTools,
  hasWholeInstall,
  isLockBehind,
  markInstalling,
  rememberInstalled,
  unmarkInstalling,
} from './installed.mjs';
import { runGroup } from './run-group.mjs';
import { explainFileFailure, SetupFailure } from './setup-failure.mjs';

/** How long the registry may take for its first answer, in milliseconds. */
const answerMs = 8_000;

/** The npm that runs us, or else the one in the path: `yarn start` puts another program into that variable. */
function findNpm() {
  const own = process.env.npm_execpath ?? '';
  return /\bnp[mx]-cli\.js$/.test(own) ? [process.execPath, join(dirname(own), 'npm-cli.js')] : ['npm'];
}

async function runNpm(args, options) {
  try {
    return await runGroup([...findNpm(), ...args], options);
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new SetupFailure(
      'npm is not installed: it comes with Node from https://nodejs.org, in Debian as the package npm',
    );
  }
}

/** A fact in npm's report of an error: `code`, `path` and others. */
function wordAfter(name, lines) {
  for (const line of lines) {
    const found = new RegExp(`^npm (?:error|ERR!) ${name} (.*)$`).exec(line);
    if (found) return found[1];
  }
  return undefined;
}

/**
 * Checks that the registry answers at all, because an install would retry for minutes before it gives up. Any answer
 * counts. @throws SetupFailure
 */
async function expectRegistry(missing, options) {
  const { code, lines } = await runNpm(['ping', '--fetch-retries=0', `--fetch-timeout=${answerMs}`], options);
  options.signal.throwIfAborted();
  const fault = wordAfter('code', lines);
  if (code === 0 || /^E\d{3}$/.test(fault)) return;
  const url = lines.map((line) => /PING (\S+)/.exec(line)?.[1]).find(Boolean) ?? 'of npm';
  const why = fault === 'FETCH_ERROR' ? `no answer within ${answerMs / 1_000} s` : fault;
  throw new SetupFailure(
    `the package registry ${url} cannot be reached (${why}), and ${nameThem(missing)}. ` +
      'Connect to the network, or name a registry that it has: npm config set registry URL',
  );
}

function nameThem(names) {
  if (names.length === 0) return 'the lock file has to follow a package.json';
  if (names.length > 3) return `${names.length} packages are missing`;
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing`;
}

function explain(lines, root, missing) {
  const code = wordAfter('code', lines);
  if (code === 'ENOTCACHED') {
    return new SetupFailure(
      `npm works offline, and its cache has not all that is needed: ${nameThem(missing)}. Let it use the network`,
    );
  }
  const file = explainFileFailure(code, wordAfter('path', lines) ?? root);
  if (file) return file;
  const said = lines.filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log of this run/.test(line));
  return new SetupFailure(`npm could not install the packages (${code ?? 'see above'})`, said.join('\n'));
}

/**
 * Counts npm's requests to the registry or its cache: first for the versions of each package, if the lock file has no
 * addresses, then for its files.
 */
function countPackages(step, total) {
  const [looked, loaded] = [new Set(), new Set()];
  return (line) => {
    const url = /^npm http (?:fetch GET \d+|cache) (\S+)/.exec(line)?.[1];
    if (url === undefined) return;
    (url.endsWith('.tgz') ? loaded : looked).add(url);
    if (loaded.size > 0) step.show(`${Math.min(loaded.size, total)} of ${total}`);
    else step.show(`looked up ${Math.min(looked.size, total)} of ${total}`);
  };
}

function chooseCommand({ isFresh, isBehind, isLean }) {
  const command = isFresh && !isBehind ? ['ci'] : ['install', ...(isBehind ? [] : ['--no-save'])];
  const kinds = [isLean ? '--omit=dev' : '--include=dev', '--include=optional'];
  return [...command, ...kinds, '--loglevel=http'];
}

/**
 * Installs missing packages; `isWhole`: also the packages that build and test. Without a whole installation it runs
 * `npm ci`. Otherwise npm only adds and removes the changed packages, which takes seconds, and restores the earlier
 * state when it fails. The lock file changes only to follow a package.json. @throws SetupFailure
 */
export async function install(root, step, { isWhole, signal, lock }) {
  const options = { cwd: root, signal, lock };
  const isLean = !isWhole && !hasTools(root);
  const [missing, isBehind, isFresh] = [findMissing(root, !isLean), isLockBehind(root), !hasWholeInstall(root)];
  if (process.env.npm_config_offline !== 'true') {
    step.show('asking the registry');
    await expectRegistry(missing, options);
  }
  step.show(`0 of ${missing.length}`);
  markInstalling(root, isFresh);
  const onLine = countPackages(step, missing.length);
  const { code, lines } = await runNpm(chooseCommand({ isFresh, isBehind, isLean }), { ...options, onLine });
  signal.throwIfAborted();
  unmarkInstalling(root);
  if (code !== 0) throw explain(lines, root, missing);
  rememberInstalled(root, !isLean);
}
