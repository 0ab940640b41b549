/** Runs the build as a process of its own. */
import { join } from 'node:path';
import { runGroup } from './run-group.mjs';
import { explainFileFailure, SetupFailure } from './setup-failure.mjs';

/** Number of parts of the build, which prints a line for each. */
const parts = 3;

/** Builds server, command line and web app. @throws SetupFailure */
export async function build(root, step, { signal, lock }) {
  let done = 0;
  step.show(`0 of ${parts}`);
  const onLine = (line) => {
    if (line.startsWith('built the ')) step.show(`${++done} of ${parts}, ${line}`);
  };
  const command = [process.execPath, '--import', 'tsx', join(root, 'tools/build.ts')];
  const { code, lines } = await runGroup(command, { cwd: root, signal, lock, onLine });
  signal.throwIfAborted();
  if (code === 0) return;
  const text = lines.join('\n');
  const [, fileCode, path] = /\b(EACCES|EROFS|EPERM|ENOSPC|EDQUOT)\b[^\n]*?(?:'([^']+)')?/.exec(text) ?? [];
  throw explainFileFailure(fileCode, path ?? root) ?? new SetupFailure('the build failed', text);
}
