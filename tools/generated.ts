/** Compares the present output of the generators with the files in the tree. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders that contain only generated files. */
const folders = [
  'contract/src/gen',
  'server/src/store/gen',
  'server/src/composition/gen',
  'docs/reference',
  'deploy/monitoring',
  'deploy/helm/matinee/monitoring',
];

function contentsBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const fresh = mkdtempSync(join(tmpdir(), 'matinee-generated-'));
try {
  execFileSync(process.execPath, [join(root, 'tools/run.mjs'), 'gen', fresh], { cwd: root, stdio: 'inherit' });
  for (const folder of folders) {
    const [wanted, found] = [contentsBelow(join(fresh, folder)), contentsBelow(join(root, folder))];
    for (const name of new Set([...wanted.keys(), ...found.keys()])) {
      if (wanted.get(name) === found.get(name)) continue;
      process.stdout.write(`${folder}/${name} is not what npm run gen writes\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
