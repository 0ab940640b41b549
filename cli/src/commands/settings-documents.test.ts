/** The file of `settings export`, and the calls of `settings import`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answering } from '../connection/answering.fixture.ts';
import { captureOutput } from '../output.fixture.ts';
import { exportSettings, importSettings } from './settings-documents.ts';

const { exportSettings: exporting, importSettings: importing } = AdminService.method;

let folder: string;
let said: ReturnType<typeof captureOutput>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-settings-'));
  said = captureOutput();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('export', () => {
  const values = { 'server.name': 'Kino', 'cors.allowedOrigins': ['https://a.example'] };
  const { client } = answering({ method: exporting, answer: { values } });

  test('[CL2] without a file is the answer itself, in YAML or JSON', async () => {
    await exportSettings(client, {});
    expect(said.out).toBe('server.name: Kino\ncors.allowedOrigins:\n  - https://a.example\n');
    said.out = '';
    await exportSettings(client, { output: 'json' }, '-');
    expect(JSON.parse(said.out)).toEqual(values);
  });

  test('[CL8] into a file whose name ends in .json is JSON, and only its owner may read it', async () => {
    const file = join(folder, 'settings.json');
    await exportSettings(client, { includeSecrets: true }, file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(values);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(said).toEqual({ out: '', err: `${file}: 2 settings, secrets in clear text\n` });
  });

  test('[CL5] does not replace a file without a word, and then for its owner only', async () => {
    const file = join(folder, 'settings.yaml');
    writeFileSync(file, 'mine', { mode: 0o644 });
    await expect(exportSettings(client, {}, file)).rejects.toMatchObject({ ending: 'unconfirmed' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await exportSettings(client, { yes: true }, file);
    expect(readFileSync(file, 'utf8')).toContain('Kino');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('[CL1] into a folder that is not there has failed', async () => {
    const file = join(folder, 'missing', 'settings.yaml');
    await expect(exportSettings(client, {}, file)).rejects.toMatchObject({ ending: 'failed' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('import', () => {
  const document = '{"server.name":"Kino"}';
  const kino = { key: 'server.name', from: fromJson(ValueSchema, 'Matinee'), to: fromJson(ValueSchema, 'Kino') };
  const server = (changes: object[] = [kino]) => answering({ method: importing, answer: { changes, version: 4 } });

  test('[CL8] a dry run shows what would change, and asks for nothing else', async () => {
    const { client, asked } = server();
    await importSettings(client, { dryRun: true }, document);
    expect(asked.map(({ request }) => request['dryRun'])).toEqual([true]);
    expect(said.out).toMatch(/^server.name +Matinee +Kino\nnothing was changed: this was a dry run\n$/m);
  });

  test('[CL8] what was shown is what is done: the version that was looked at is expected', async () => {
    const { client, asked } = server();
    await importSettings(client, { yes: true, resetOthers: true }, document);
    expect(asked.map(({ request }) => request)).toEqual([
      { values: { 'server.name': 'Kino' }, resetOthers: true, dryRun: true },
      { values: { 'server.name': 'Kino' }, resetOthers: true, dryRun: false, expectedVersion: 4 },
    ]);
  });

  test('[CL5] where nobody can be asked, the changes are shown and nothing is done', async () => {
    const { client, asked } = server();
    await expect(importSettings(client, {}, document)).rejects.toMatchObject({ ending: 'unconfirmed' });
    expect(asked.map(({ request }) => request['dryRun'])).toEqual([true]);
    expect(said.err).toContain('server.name');
    expect(said.out).toBe('');
  });

  test.each(['- server.name', 'server.name', ''])('[CL3] a document that is %j holds no values', async (text) => {
    const file = join(folder, 'values.yaml');
    writeFileSync(file, text);
    const { client, asked } = server();
    await expect(importSettings(client, {}, file)).rejects.toMatchObject({
      ending: 'usage',
      message: `${file} holds no values by key, as in server.name: Cinema`,
    });
    expect(asked).toEqual([]);
  });
});
