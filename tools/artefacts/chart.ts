/** The Helm chart, packed as `helm install` takes it. */
import { join } from 'node:path';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import { type Context, Skipped } from './context.ts';
import { run } from './run.ts';

export const chartFolder = 'deploy/helm/matinee';

export function makeChart({ root, target, release }: Context): readonly string[] {
  if (findCommand('helm') === undefined) throw new Skipped('helm is not installed');
  const chart = join(root, chartFolder);
  run('helm', ['lint', '--strict', chart, '--values', join(chart, 'ci/replicas.yaml')]);
  run('helm', ['package', chart, '--destination', target, '--app-version', release.version]);
  return [`matinee-${release.version}.tgz`];
}
