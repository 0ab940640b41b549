import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureCluster } from './postgres-cluster.ts';

const self = { name: 'self', uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, differs: false };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-cluster-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes a cluster with an `initdb` that prints this and fails. */
async function failWith(said: string): Promise<void> {
  const initdb = join(folder, 'initdb');
  await writeFile(initdb, `#!/bin/sh\ncat <<'END'\n${said}\nEND\nexit 1\n`);
  await chmod(initdb, 0o755);
  await ensureCluster(join(folder, 'postgres'), { initdb, postgres: initdb }, self);
}

test('[ST2] of what initdb says on a full disk, one line is left', async () => {
  const said = `The files belonging to this database system will be owned by user "matinee".
running bootstrap script ... 2026-11-28 01:14:09.606 UTC [34] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-28 01:14:09.606 UTC [34] HINT:  Check free disk space.
child process exited with exit code 134`;
  await expect(failWith(said)).rejects.toThrow(
    /^initdb of PostgreSQL failed \(1\): could not extend file "base\/1\/2691": No space left on device$/,
  );
});

test('[ST2] what initdb says about no fault by name is told whole', async () => {
  await expect(failWith('Aborted\nof itself')).rejects.toThrow('initdb of PostgreSQL failed (1): Aborted\nof itself');
});
