/**
 * Makes a checkout ready to run: installs missing packages and builds missing parts. When there is nothing to do, it
 * takes milliseconds, needs no network and writes nothing.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, wasBuilt } from './build-stamp.mjs';
import { isInstalled } from './installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The requirements of each purpose. `run`: packages of the server and command line, and a build of the present sources.
 * `operate`: any build, as a command does not depend on sources being edited. `develop`: all packages and a build of
 * the present sources. `check`: all packages.
 */
const readiness = {
  run: () => isBuilt(root) && isInstalled(root, false),
  operate: () => wasBuilt(root) && isInstalled(root, false),
  develop: () => isInstalled(root, true) && isBuilt(root),
  check: () => isInstalled(root, true),
};

/** True: there is nothing to do. */
export const isReady = (purpose) => readiness[purpose]();

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Does the work, one process at a time. */
async function makeReady(purpose, signal) {
  const [{ takeLock }, { install }, { build }, { beginStep }] = await Promise.all([
    import('./process-lock.mjs'),
    import('./install.mjs'),
    import('./build.mjs'),
    import('./progress.mjs'),
  ]);
  const onWait = (pid) => process.stderr.write(`waiting for process ${pid}, which installs or builds here\n`);
  const lock = await takeLock(join(root, 'setup.lock'), { onWait, signal });
  const run = async (name, done, work) => {
    const step = beginStep(name);
    try {
      await work(step);
      step.done(done);
    } catch (cause) {
      step.stop();
      throw cause;
    }
  };
  try {
    if (isReady(purpose)) return;
    // With a build of the present sources, the tools to build are not needed.
    const isWhole = purpose === 'develop' || purpose === 'check' || !isBuilt(root);
    if (!isInstalled(root, isWhole))
      await run('installing packages', 'installed packages', (step) => install(root, step, { isWhole, signal, lock }));
    if (purpose !== 'check' && !isBuilt(root))
      await run('building', 'built', (step) => build(root, step, { signal, lock }));
  } finally {
    lock.release();
  }
}

/**
 * Makes the checkout ready for a purpose (see `readiness`). @returns false when it is not. Then standard error has a
 * line with the reason, and the exit code is set (`failedCode` unless a signal ended it). A signal ends the running
 * programs, and leaves nothing that hinders the next start.
 */
export async function prepare(purpose, failedCode = 1) {
  if (isReady(purpose)) return true;
  const interruption = new AbortController();
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy ??= signal;
    interruption.abort();
  };
  for (const name of Object.keys(exitCodes)) process.on(name, stop);
  try {
    await makeReady(purpose, interruption.signal);
    return true;
  } catch (cause) {
    if (stoppedBy) {
      process.stderr.write('stopped; the next start does what is left\n');
      process.exitCode = exitCodes[stoppedBy];
      return false;
    }
    const { SetupFailure, explainFileFailure } = await import('./setup-failure.mjs');
    const failure = cause instanceof SetupFailure ? cause : explainFileFailure(cause.code, root);
    if (failure === undefined) throw cause;
    process.stderr.write(`${failure.details ? `${failure.details}\n` : ''}matinee: ${failure.message}\n`);
    process.exitCode = failedCode;
    return false;
  } finally {
    for (const name of Object.keys(exitCodes)) process.off(name, stop);
  }
}
