/** A small checkout in a temporary folder, and a fake npm that runs the code of a test. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Packages as a lock file lists them, by path. */
export type Packages = Record<string, Record<string, unknown>>;

export const wanted: Packages = {
  '': { workspaces: ['server'], devDependencies: { builder: '1.0.0' } },
  server: { dependencies: { web: '1.0.0' } },
  'node_modules/@own/server': { resolved: 'server', link: true },
  'node_modules/web': { version: '1.0.0', integrity: 'sha512-web' },
  'node_modules/builder': { version: '1.0.0', integrity: 'sha512-builder', dev: true },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-other', optional: true, os: ['plan9'] },
};

export interface Checkout {
  readonly root: string;
  write(path: string, content: unknown): void;
  read(path: string): string;
  /** Writes the files that npm leaves after installing all of `packages`. */
  install(packages: Packages): void;
  remove(): void;
}

export function makeCheckout(): Checkout {
  const root = mkdtempSync(join(tmpdir(), 'matinee-checkout-'));
  const checkout: Checkout = {
    root,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    install(packages) {
      const { '': _root, ...found } = packages;
      checkout.write('node_modules/.package-lock.json', { packages: found });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  checkout.write('package.json', wanted['']);
  checkout.write('server/package.json', wanted['server']);
  checkout.write('package-lock.json', { packages: wanted });
  return checkout;
}

/**
 * Puts a fake npm into the checkout. Returns the value of `npm_execpath` that selects it. `ping` and `install` are its
 * code; it writes its arguments to `npm.log`.
 */
export function fakeNpm(checkout: Checkout, { ping = '', install = '' }: { ping?: string; install?: string }): string {
  const place = 'fake/npm-cli.js';
  checkout.write(
    place,
    `const { appendFileSync, writeFileSync } = require('node:fs');
    const args = process.argv.slice(2);
    const fail = (code, path) => {
      console.error('npm error code ' + code + (path ? '\\nnpm error path ' + path : ''));
      process.exit(1);
    };
    appendFileSync('npm.log', args.join(' ') + '\\n');
    if (args[0] === 'ping') { console.error('npm notice PING http://registry.test/'); ${ping} } else { ${install} }`,
  );
  checkout.write('fake/package.json', '{}');
  return join(checkout.root, place);
}
