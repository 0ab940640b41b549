/** What is in `deploy` names things of the server: keys, ports, paths, versions. Here it is told when they drift apart. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configKeys, isConfigKey } from '@matinee/server/kernel/config/config-keys.ts';
import { environmentLevel, readFileLevel } from '@matinee/server/kernel/config/config-levels.ts';
import { describe, expect, test } from 'vitest';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import { ownFiles } from './production.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version, workspaces } = JSON.parse(read('package.json')) as { version: string; workspaces: string[] };

const deployed = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
  // Secrets that somebody made here.
  .filter((path) => !path.startsWith('deploy/compose/secrets/'));

const containerfile = read('deploy/image/Containerfile');
const single = read('deploy/compose/single.yaml');
const replicas = read('deploy/compose/replicas.yaml');
const deployment = read('deploy/helm/matinee/templates/deployment.yaml');
const port = String(configKeys['server.port'].default);

/** Keys of a configuration, without the ending of those that come from files. */
const keysOf = (path: string, prefix = '') =>
  Object.keys(readFileLevel(join(root, path)).values)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
const unknown = (names: readonly string[]) => names.filter((name) => !isConfigKey(name.replace(/_file$/, '')));

describe('names of the configuration', () => {
  test.each(deployed)('%s gives variables that the server knows', (path) => {
    const names = read(path).match(/\bMATINEE_[A-Z_]*[A-Z]\b/g) ?? [];
    const given = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(environmentLevel(given).faults).toEqual([]);
  });

  test('the package and the chart give keys that the server knows', () => {
    expect(unknown(keysOf('deploy/debian/matinee.yaml'))).toEqual([]);
    for (const path of ['values.yaml', 'ci/replicas.yaml', 'ci/embedded.yaml'])
      expect(unknown(keysOf(`deploy/helm/matinee/${path}`, 'config.'))).toEqual([]);
  });

  test('the chart takes from its Secret what the server takes from files', () => {
    const keys = keysOf('deploy/helm/matinee/values.yaml', 'secret.keys.');
    expect(keys).toContain('jwt.secret');
    expect(keys.filter((key) => !isConfigKey(key) || !configKeys[key].secret)).toEqual([]);
  });

  test('in production everything brings the secrets that it has to', () => {
    const required = Object.entries<{ strength?: string }>(configKeys).filter(
      ([, { strength }]) => strength === 'required',
    );
    expect(required.length).toBeGreaterThan(0);
    for (const [key] of required) {
      const variable = `MATINEE_${key.toUpperCase().replaceAll('.', '_')}_FILE`;
      for (const compose of [single, replicas]) expect(compose).toContain(variable);
      expect(keysOf('deploy/debian/matinee.yaml')).toContain(`${key}_file`);
      expect(keysOf('deploy/helm/matinee/values.yaml', 'secret.keys.')).toContain(key);
    }
  });
});

describe('ports, paths and versions', () => {
  test('everything uses the port that the server has', () => {
    expect(containerfile).toContain(`MATINEE_SERVER_PORT=${port}`);
    expect(containerfile).toContain(`EXPOSE ${port}`);
    expect(single).toContain(`:${port}"`);
    expect(deployment).toContain(`containerPort: ${port}`);
    expect(readFileLevel(join(root, 'deploy/debian/matinee.yaml')).values['server.port']).toBe(Number(port));
    for (const [, upstream] of read('deploy/compose/Caddyfile').matchAll(/\bmatinee-\d:(\d+)/g))
      expect(upstream).toBe(port);
  });

  test('live streams come to the same port everywhere, and both compose files know the services of the other', () => {
    const live = ['compose/single-live.yaml', 'compose/replicas-live.yaml'].map((name) => read(`deploy/${name}`));
    for (const text of [...live, deployment]) expect(text).toContain('0.0.0.0:1935');
    expect(deployment).toContain('containerPort: 1935');
    for (const [index, base] of [single, replicas].entries()) {
      const named = live[index]!.match(/^ {2}(matinee\S*):$/gm) ?? [];
      expect(named.length).toBeGreaterThan(0);
      for (const name of named) expect(base).toContain(`\n${name}\n`);
    }
  });

  test('the ranges for live streams are those that the guide switches on', () => {
    const ranges = [...read('deploy/compose/single-live.yaml').matchAll(/"([\d-]+):\1\/udp"/g)].map(
      ([, range]) => range,
    );
    expect(ranges).toHaveLength(3);
    for (const range of ranges) expect(read('docs/guide/installing.md')).toContain(`dpPorts=${range}`);
  });

  test('who asks for health asks where the server answers', () => {
    const answered = read('server/src/transport/health.ts').match(/\/health\/\w+/g);
    const asked = deployed.flatMap((path) => read(path).match(/\/health\/\w+/g) ?? []);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((path) => !answered?.includes(path))).toEqual([]);
  });

  test('everything is of the version of the tree', () => {
    expect(containerfile).toContain(`ARG VERSION=${version}\n`);
    expect(read('deploy/helm/matinee/Chart.yaml')).toContain(`appVersion: ${version}\n`);
    for (const compose of [single, replicas]) expect(compose).toContain(`localhost/matinee:${version}}`);
  });

  test('the user is the same one wherever it is a number', () => {
    const user = /^USER (\d+):\1$/m.exec(containerfile)?.[1];
    expect(user).toBeDefined();
    expect(read('deploy/image/make-system.sh')).toContain(`matinee:x:${user}:${user}:`);
    for (const name of ['runAsUser', 'runAsGroup', 'fsGroup'])
      expect(read('deploy/helm/matinee/templates/_helpers.tpl')).toContain(`${name}: ${user}\n`);
  });
});

describe('what is copied', () => {
  test('the image installs the packages of every workspace', () => {
    for (const name of workspaces) expect(containerfile).toContain(`COPY ${name}/package.json ${name}/\n`);
    expect(existsSync(join(root, 'deploy/image/healthcheck.mjs'))).toBe(true);
  });

  test('nothing that the image is built from is kept away from it', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const needed = ['package-lock.json', '.npmrc', 'tools', 'deploy', 'config', 'LICENSE', ...workspaces];
    expect(needed.filter((name) => ignored.includes(name))).toEqual([]);
  });

  test('what is no output of the build is in the tree', () => {
    const kept = ownFiles.filter((path) => !path.endsWith('/dist'));
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

const hasSystemd = findCommand('systemd-analyze') !== undefined;
test.runIf(hasSystemd)('the unit is exposed less than 2.0', () => {
  const unit = join(root, 'deploy/systemd/matinee.service');
  const flags = ['security', '--offline=true', '--no-pager', '--threshold=19', unit];
  const { status, stdout } = spawnSync('systemd-analyze', flags, { encoding: 'utf8' });
  expect(stdout).toContain('Overall exposure level');
  expect(status).toBe(0);
});
