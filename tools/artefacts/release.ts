/** The name of a release, and the state of the tree that it is built from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

export interface Release {
  readonly version: string;
  readonly revision: string;
  /** Time of the commit, so that two builds of it are alike. */
  readonly createdAt: Date;
}

/** A tree without git, such as an unpacked archive of sources, has no revision. */
export function readRelease(root: string): Release {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  try {
    const [revision = '', seconds = ''] = run('git', ['log', '-1', '--format=%H %ct'], { cwd: root }).trim().split(' ');
    return { version, revision, createdAt: new Date(Number(seconds) * 1_000) };
  } catch {
    return { version, revision: 'unknown', createdAt: new Date(0) };
  }
}
