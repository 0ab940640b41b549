/**
 * The bill of materials, as CycloneDX: npm writes it, and we add the components that are missing from the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { platforms } from './platforms.ts';
import { run } from './run.ts';

interface Bill {
  readonly metadata: { readonly component: Record<string, unknown> };
  readonly components: { readonly name: string; readonly version: string }[];
}

/**
 * The workspaces that no release has. The bill includes the development packages of the others, as the build bundles
 * them. Packages that only build the web app are listed with them.
 */
const apart = ['testkit', 'bench'];

export function makeBill({ root, target, release }: Context): readonly string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const only = workspaces.filter((name) => !apart.includes(name)).map((name) => `--workspace=${name}`);
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', ...only], { cwd: root })) as Bill;
  // npm calls the root by its folder.
  Object.assign(bill.metadata.component, { type: 'application', name: 'matinee' });
  const versions = new Set(platforms.map(({ node }) => node.version));
  for (const version of versions) {
    const purl = `pkg:github/nodejs/node@v${version}`;
    const licenses = [{ license: { id: 'MIT' } }];
    bill.components.push({ ...{ type: 'application', 'bom-ref': purl, purl, licenses }, name: 'node', version });
  }
  const name = `matinee-${release.version}.cdx.json`;
  writeFileSync(join(target, name), `${JSON.stringify(bill, null, 1)}\n`);
  return [name];
}
