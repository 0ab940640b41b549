/** `settings …` against a server. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliServer, startCliServer } from '../cli.fixture.ts';

let cli: CliServer;
const matinee = (args: string, input?: string) => cli.run(args, input);

beforeAll(async () => {
  cli = await startCliServer();
}, 300_000);
afterAll(() => cli?.stop(), 60_000);

describe('settings', () => {
  test('[CL7] sets text as it is, numbers, flags and lists, and clears', async () => {
    const set = `--set 'server.name=Kino & Café' --set chat.maxMessagesPerRoom=700 --set 'cors.allowedOrigins=["https://a.example"]'`;
    const { code, out } = await matinee(`settings update ${set} --set user.enableGuest=false`);
    expect(code).toBe(0);
    expect(out).toMatch(/^server.name +Matinee +Kino & Café$/m);
    expect((await matinee('settings get server.name')).out).toBe('Kino & Café\n');
    expect((await matinee('settings get cors')).out).toBe('cors.allowedOrigins  ["https://a.example"]\n');
    expect((await matinee('settings list --changed')).out).toMatch(/^\* +chat.maxMessagesPerRoom +700$/m);
    await matinee(
      'settings update --unset server.name --unset cors.allowedOrigins --unset chat.maxMessagesPerRoom --unset user.enableGuest',
    );
    expect((await matinee('settings get server.name')).out).toBe('Matinee\n');
    expect((await matinee('settings get cors.allowedOrigins --output json')).out).toBe('[]\n');
  });

  test('[CL7] a part of a value is sent with the rest of it, and secrets that are not sent stay', async () => {
    await matinee(`settings update --set 'email.smtpCredentials={"username":"anna","password":"p"}'`);
    expect((await matinee('settings update --set email.smtpCredentials.password=q')).out).toContain(
      'its secret changed',
    );
    const { out } = await matinee('settings get email.smtpCredentials --output json');
    expect(JSON.parse(out)).toEqual({ username: 'anna', passwordSet: true });
    expect(out).not.toContain('"q"');
    await matinee('settings update --unset email.smtpCredentials');
  });

  test('[CL7] what the server refuses changes nothing and ends with 1', async () => {
    const { code, err } = await matinee('settings update --set server.name=Other --set chat.maxMessagesPerRoom=100001');
    expect(code).toBe(1);
    expect(err).toContain('chat.maxMessagesPerRoom');
    expect((await matinee('settings get server.name')).out).toBe('Matinee\n');
  });

  test('[CL7] a whole request comes as text, as a file or on standard input', async () => {
    const request = '{"settings":{"server":{"name":"Whole"}},"updateMask":"server.name"}';
    const file = join(cli.dataDir, 'request.json');
    writeFileSync(file, request.replace('Whole', 'File'));
    const name = async () => (await matinee('settings get server.name')).out.trim();
    await matinee(`settings update --request-json '${request}'`);
    expect(await name()).toBe('Whole');
    await matinee(`settings update --request-json ${file}`);
    expect(await name()).toBe('File');
    await cli.runProcess('settings update --request-json -', request.replace('Whole', 'Input'));
    expect(await name()).toBe('Input');
    expect(await matinee(`settings update --request-json '{"setings":{}}'`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('settings'),
    });
    const old = await matinee('settings update --set server.name=Late --expected-version 1');
    expect(old).toMatchObject({ code: 1, err: expect.stringContaining('settings.version_conflict') });
    await matinee('settings update --unset server.name');
  });

  test('[CL8] an exported document is imported again; a dry run and an unconfirmed import change nothing', async () => {
    const file = join(cli.dataDir, 'settings.yaml');
    writeFileSync(file, 'what others may read', { mode: 0o644 });
    expect(await matinee(`settings export ${file} --yes`)).toMatchObject({ code: 0, out: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, `${readFileSync(file, 'utf8')}server.maxRoomsPerUser: 3\n`);
    const dry = await matinee(`settings import ${file} --dry-run`);
    expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/server.maxRoomsPerUser +10 +3/) });
    expect(await matinee(`settings import ${file}`)).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining('--yes'),
    });
    expect((await matinee('settings get server.maxRoomsPerUser')).out).toBe('10\n');
    expect((await matinee(`settings import ${file} --yes`)).code).toBe(0);
    expect((await matinee('settings get server.maxRoomsPerUser')).out).toBe('3\n');
    await matinee('settings update --unset server.maxRoomsPerUser');
  });
});

test('[CL1] settings test-email says why there is no mail', async () => {
  const { code, err } = await matinee('settings test-email anna@example.org');
  expect(code).toBe(1);
  expect(err).toContain('mail.not_configured');
});
