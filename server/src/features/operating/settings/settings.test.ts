import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let root: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.signIn();
});
afterAll(() => server?.stop());

const call = (name: keyof typeof AdminService.method, request: object = {}, by = root) =>
  server.rest({ call: `AdminService.${AdminService.method[name].name}`, request: request as never, token: by.token });
const update = (settings: object, updateMask: string, more: object = {}) =>
  call('updateSettings', { settings, updateMask, ...more });
const read = async () => (await call('getSettings')).json;
const version = async () => (await read()).version as number;
const violations = (json: { details: { violations: { field: string; description: string }[] } }) =>
  Object.fromEntries(json.details.violations.map(({ field, description }) => [field, description]));
const count = async (sql: string) => Number((await server.sql(sql))[0]!['n' as never]);

describe('updates', () => {
  test('[RS4] what the mask does not name stays, whatever is sent', async () => {
    const settings = { server: { name: 'Cinema', maxRoomsPerUser: 20 } };
    const { json } = await update(settings, 'server.maxRoomsPerUser');
    expect(json.settings.server).toMatchObject({ name: 'Matinee', maxRoomsPerUser: 20 });
    expect((await read()).settings.server).toMatchObject({ name: 'Matinee', maxRoomsPerUser: 20 });
  });

  test('[RS4] an empty parent clears what is optional; an empty list is a list', async () => {
    await update({ rtmp: { advertiseAddress: 'rtmp://live.example.org' } }, 'rtmp.advertiseAddress');
    const { json } = await update({ rtmp: {}, webrtc: {} }, 'rtmp.advertiseAddress,webrtc.externalIceServers');
    expect(json.settings.rtmp).toMatchObject({ graceSeconds: 60, tsDisguisedAsPng: false });
    expect(json.settings.rtmp).not.toHaveProperty('advertiseAddress');
    expect(json.settings.webrtc.externalIceServers).toEqual([]);
    const reset = await call('updateSettings', { resetMask: 'webrtc.externalIceServers' });
    expect(reset.json.settings.webrtc.externalIceServers).toHaveLength(2);
  });

  test('[RS4] paths in either case are taken, over gRPC too', async () => {
    const request = { settings: { server: { name: 'Cinema' } }, updateMask: 'server.name' };
    const { json } = await server.grpc.call({ call: 'AdminService.UpdateSettings', token: root.token, request });
    expect(json.settings.server.name).toBe('Cinema');
    const { json: again } = await call('updateSettings', { resetMask: 'server.name, server.max_rooms_per_user' });
    expect(again.settings.server).toMatchObject({ name: 'Matinee', maxRoomsPerUser: 10 });
  });

  test.each([
    ['', /name no setting/],
    ['rtmp', /rtmp is a group; name its settings: rtmp.advertiseAddress, rtmp.graceSeconds, rtmp.tsDisguisedAsPng/],
    ['rtmp.advertisedAddress', /did you mean rtmp.advertiseAddress\?/],
    ['email.smtpCredentials.password', /a part of email.smtpCredentials, which is named as a whole/],
    ['nothing.alike', /nothing.alike is not a setting$/],
  ])('[RS3] the mask %j is refused: %s', async (mask, said) => {
    const { status, message } = await update({ server: { name: 'Refused' } }, mask === '' ? '' : `server.name,${mask}`);
    expect(status).toBe(400);
    expect(message).toMatch(said);
    expect((await read()).settings.server.name).toBe('Matinee');
  });

  test('[RS3] a field that is none is named with the one that was meant', async () => {
    const { status, json } = await update({ server: { nmae: 'Cinema' } }, 'server.name');
    expect(status).toBe(400);
    expect(violations(json)).toEqual({ 'settings.server.nmae': 'is not a known field; did you mean name?' });
  });

  test('[RS4] a key in both masks is refused', async () => {
    const { reason } = await update({ server: { name: 'x' } }, 'server.name', { resetMask: 'server.name' });
    expect(reason).toBe('settings.invalid_value');
  });

  test('[RS2] all that is wrong is said at once, and nothing is changed', async () => {
    const before = await read();
    const settings = {
      server: { name: ' Cinema', maxRoomsPerUser: 5000 },
      cors: { allowedOrigins: ['https://a.example', 'https://b.example/path'] },
      rtmp: { tsDisguisedAsPng: true },
    };
    const mask = 'server.name,server.maxRoomsPerUser,cors.allowedOrigins,rtmp.tsDisguisedAsPng';
    const { status, json } = await update(settings, mask);
    expect(status).toBe(400);
    expect(violations(json)).toEqual({
      'server.name': 'has white space around it',
      'server.maxRoomsPerUser': 'must be a whole number from 1 to 1000',
      'cors.allowedOrigins[1]': 'has a path; the origin is https://b.example',
    });
    expect(await read()).toEqual(before);
  });

  test('[RS5] rooms that nobody can create cannot wait for a review, in one update or in two', async () => {
    const both = await update(
      { room: { disableCreateRoom: true, createRoomNeedReview: true } },
      'room.disableCreateRoom,room.createRoomNeedReview',
    );
    expect(both).toMatchObject({ status: 400, reason: 'settings.invalid_value' });
    expect(both.message).toContain('room.disableCreateRoom');
    expect((await update({ room: { createRoomNeedReview: true } }, 'room.createRoomNeedReview')).status).toBe(200);
    expect((await update({ room: { disableCreateRoom: true } }, 'room.disableCreateRoom')).status).toBe(400);
    const swap = { room: { disableCreateRoom: true, createRoomNeedReview: false } };
    expect((await update(swap, 'room.disableCreateRoom,room.createRoomNeedReview')).status).toBe(200);
    await call('updateSettings', { resetMask: 'room.disableCreateRoom' });
  });

  test('[RS8] of two writers who saw the same version one wins', async () => {
    const expectedVersion = await version();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        update({ server: { name: `Cinema ${n}` } }, 'server.name', { expectedVersion }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers.map(({ status, reason }) => [status, reason])).toEqual(
      losers.map(() => [409, 'settings.version_conflict']),
    );
    expect(await version()).toBe(expectedVersion + 1);
    await call('updateSettings', { resetMask: 'server.name' });
  });

  test('[RS11] an update that changes nothing leaves no trace', async () => {
    const before = [await version(), await count('select count(*) n from settings_history')];
    const { json } = await update({ server: { name: 'Matinee' } }, 'server.name');
    expect(json.changes).toEqual([]);
    expect([await version(), await count('select count(*) n from settings_history')]).toEqual(before);
  });

  test('[RS10] what equals the default is not stored', async () => {
    await update({ chat: { messageRetentionDays: 30 } }, 'chat.messageRetentionDays');
    const stored = `select count(*) n from settings where key = 'chat.messageRetentionDays'`;
    expect(await count(stored)).toBe(1);
    await update({ chat: { messageRetentionDays: 90 } }, 'chat.messageRetentionDays');
    expect(await count(stored)).toBe(0);
  });

  test('administrators change settings, and only root exports and imports [RS14]', async () => {
    const anna = await server.signUp('anna');
    await server.sql(`update users set role = (select role - 1 from users where username = 'root') where id = $1`, [
      anna.id,
    ]);
    const admin = await server.signIn(anna.username);
    expect((await call('getSettings', {}, admin)).status).toBe(200);
    const request = { settings: { server: { name: 'Cinema' } }, updateMask: 'server.name' };
    expect((await call('updateSettings', request, admin)).status).toBe(200);
    expect((await call('exportSettings', {}, admin)).reason).toBe('call.admin_only');
    expect((await call('importSettings', { values: {} }, admin)).reason).toBe('call.admin_only');
    await call('updateSettings', { resetMask: 'server.name' });
  });
});

describe('secrets', () => {
  const credentials = (smtpCredentials: object) => update({ email: { smtpCredentials } }, 'email.smtpCredentials');
  const provider = (more: object, google: object) =>
    update({ oauth2: { providers: [{ instanceName: 'one', ...more, google }] } }, 'oauth2.providers');
  /** The value with its secrets. Only an export with secrets shows it. */
  const stored = async (key: string) => (await call('exportSettings', { includeSecrets: true })).json.values[key];

  test('[RS6] a password stays with its username and goes with another one', async () => {
    await credentials({ username: 'anna', password: 'hunter2' });
    const { json } = await credentials({ username: 'anna' });
    expect(json.settings.email.smtpCredentials).toEqual({ username: 'anna', passwordSet: true });
    expect(await stored('email.smtpCredentials')).toEqual({ username: 'anna', password: 'hunter2' });
    const refused = await credentials({ username: 'bert' });
    expect(refused.status).toBe(400);
    expect(violations(refused.json)).toHaveProperty(['email.smtpCredentials.password']);
    expect(await stored('email.smtpCredentials')).toEqual({ username: 'anna', password: 'hunter2' });
    await credentials({ username: 'bert', password: 'hunter3' });
    expect(await stored('email.smtpCredentials')).toEqual({ username: 'bert', password: 'hunter3' });
    await call('updateSettings', { settings: { email: {} }, updateMask: 'email.smtpCredentials' });
    expect((await credentials({ username: 'bert' })).status).toBe(400);
  });

  test('[RS6] the password of a proxy stays while other parts change', async () => {
    const proxy = (smtpProxy: object) => update({ email: { smtpProxy } }, 'email.smtpProxy');
    await proxy({ url: 'socks5://a.example:1080', credentials: { username: 'anna', password: 'hunter2' } });
    await proxy({ url: 'socks5://b.example:1080', credentials: { username: 'anna', passwordSet: true } });
    expect(await stored('email.smtpProxy')).toEqual({
      url: 'socks5://b.example:1080',
      credentials: { username: 'anna', password: 'hunter2' },
    });
  });

  test('[RS6] a client secret stays while instance, kind, client and issuer are the same', async () => {
    await provider({}, { clientId: 'id', clientSecret: 'hunter2' });
    const { json } = await provider({ enableSignup: true }, { clientId: 'id' });
    expect(json.settings.oauth2.providers).toEqual([
      {
        instanceName: 'one',
        enableSignup: true,
        signupNeedReview: false,
        google: { clientId: 'id', clientSecretSet: true },
      },
    ]);
    expect((await stored('oauth2.providers'))[0].google).toEqual({ clientId: 'id', clientSecret: 'hunter2' });
    expect((await provider({}, { clientId: 'other' })).status).toBe(400);
    expect((await provider({ instanceName: 'two' }, { clientId: 'id' })).status).toBe(400);
    const kind = { instanceName: 'one', github: { clientId: 'id' } };
    expect((await update({ oauth2: { providers: [kind] } }, 'oauth2.providers')).status).toBe(400);
    const oidc = (issuer: string, more = {}) => ({ instanceName: 'own', oidc: { clientId: 'id', issuer, ...more } });
    const kept = { instanceName: 'one', google: { clientId: 'id' } };
    const first = [oidc('https://id.example.org', { clientSecret: 'hunter3' }), kept];
    expect((await update({ oauth2: { providers: first } }, 'oauth2.providers')).status).toBe(200);
    const moved = await update({ oauth2: { providers: [kept, oidc('https://evil.example.org')] } }, 'oauth2.providers');
    expect(moved.status).toBe(400);
    expect(violations(moved.json)).toHaveProperty(['oauth2.providers[1].oidc.clientSecret']);
  });

  test('[RS7] they lie encrypted in the database, and nowhere else', async () => {
    await credentials({ username: 'anna', password: 'hunter-in-the-dark' });
    await credentials({ username: 'anna', password: 'hunter-in-the-light' });
    for (const table of ['settings', 'settings_history', 'audit_records']) {
      expect(JSON.stringify(await server.sql(`select * from ${table}`))).not.toMatch(/hunter/);
    }
    const [row] = await server.sql(`select value from settings where key = 'email.smtpCredentials'`);
    expect(JSON.stringify(row)).toMatch(/sealed.*v1\./);
  });

  test('[RS7] one that cannot be opened is the default, hinders nothing, and can be replaced', async () => {
    await credentials({ username: 'anna', password: 'hunter2' });
    await server.sql(`update settings set value = (select value from settings where key = 'email.smtpProxy')
      where key = 'email.smtpCredentials'`);
    expect((await read()).settings.email).not.toHaveProperty('smtpCredentials');
    expect((await update({ email: { smtpPort: 25 } }, 'email.smtpPort')).status).toBe(200);
    expect((await credentials({ username: 'anna' })).status).toBe(400);
    await call('updateSettings', { resetMask: 'email.smtpCredentials' });
    expect(await count(`select count(*) n from settings where key = 'email.smtpCredentials'`)).toBe(0);
    await credentials({ username: 'anna', password: 'hunter2' });
    expect((await read()).settings.email.smtpCredentials).toEqual({ username: 'anna', passwordSet: true });
  });

  test('[RS12] history and audit tell that a secret changed, and by whom, but not which', async () => {
    await credentials({ username: 'anna', password: 'hunter4' });
    const { json } = await call('getSettingHistory', { key: 'email.smtpCredentials', pageSize: 1 });
    expect(json).toMatchObject({
      hasMore: true,
      changes: [
        {
          from: { username: 'anna', passwordSet: true },
          to: { username: 'anna', passwordSet: true },
          secretChanged: true,
          by: { kind: 'user', userId: root.id, username: 'root' },
          version: await version(),
        },
      ],
    });
    const [record] = await server.sql(
      `select action, actor_id, details from audit_records where target = 'email.smtpCredentials' order by id desc limit 1`,
    );
    expect(record).toMatchObject({
      action: 'settings.updated',
      actor_id: root.id,
      details: { secretChanged: true, to: { username: 'anna', passwordSet: true }, via: 'update' },
    });
  });

  test('[RS12] older pages of the history follow', async () => {
    for (const port of [26, 27, 28]) await update({ email: { smtpPort: port } }, 'email.smtpPort');
    const page = async (beforeVersion: number) =>
      (await call('getSettingHistory', { key: 'email.smtpPort', pageSize: 2, beforeVersion })).json;
    const first = await page(0);
    expect(first.changes.map(({ to }: { to: number }) => to)).toEqual([28, 27]);
    expect(first.hasMore).toBe(true);
    const second = await page(first.changes[1].version);
    expect(second.changes[0]).toMatchObject({ from: 25, to: 26 });
  });
});

describe('documents', () => {
  test('[RS14] an export has what differs, with secrets only when asked, and is audited', async () => {
    await update({ email: { smtpCredentials: { username: 'anna', password: 'hunter5' } } }, 'email.smtpCredentials');
    const plain = (await call('exportSettings')).json;
    expect(plain.values['email.smtpCredentials']).toEqual({ username: 'anna', passwordSet: true });
    expect(plain.values).not.toHaveProperty(['email.useTls']);
    expect(JSON.stringify(plain)).not.toContain('hunter');
    const whole = (await call('exportSettings', { includeSecrets: true, includeDefaults: true })).json;
    expect(whole.values['email.smtpCredentials']).toEqual({ username: 'anna', password: 'hunter5' });
    expect(whole.values).toMatchObject({ 'email.useTls': true, 'rtmp.advertiseAddress': null });
    const records = await server.sql(
      `select details->'includeSecrets' as secrets from audit_records where action = 'settings.exported' order by id desc limit 2`,
    );
    expect(records).toEqual([{ secrets: true }, { secrets: false }]);
  });

  test('[RS15] what was exported, with secrets or without, is imported without a change', async () => {
    for (const includeSecrets of [true, false]) {
      const { values } = (await call('exportSettings', { includeSecrets, includeDefaults: true })).json;
      const { status, json } = await call('importSettings', { values, resetOthers: true });
      expect(status).toBe(200);
      expect(json.changes).toEqual([]);
    }
  });

  test('[RS15] a dry run tells what would change and changes nothing; the import does it', async () => {
    const before = await read();
    const request = {
      values: { 'server.name': 'Cinema', 'chat.maxMessagesPerRoom': 0 },
      expectedVersion: before.version,
    };
    const dry = await call('importSettings', { ...request, dryRun: true });
    expect(dry.json).toMatchObject({
      version: before.version,
      changes: [
        { key: 'server.name', from: 'Matinee', to: 'Cinema' },
        { key: 'chat.maxMessagesPerRoom', from: 500, to: 0 },
      ],
    });
    expect(await read()).toEqual(before);
    const done = await call('importSettings', request);
    expect(done.json).toMatchObject({ version: before.version + 1, changes: dry.json.changes });
    expect((await call('importSettings', request)).reason).toBe('settings.version_conflict');
    const reset = await call('importSettings', { values: { 'server.name': 'Cinema' }, resetOthers: true });
    expect(reset.json.changes.map(({ key }: { key: string }) => key)).toContain('chat.maxMessagesPerRoom');
    expect((await call('exportSettings')).json.values).toEqual({ 'server.name': 'Cinema' });
    await call('importSettings', { values: { 'server.name': null } });
    expect((await read()).settings.server.name).toBe('Matinee');
  });

  test('[RS2] a document of another program is refused with the first hundred of its keys', async () => {
    const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`other.key${n}`, n]));
    for (const { status, json } of [
      await call('importSettings', { values }),
      await update({}, Object.keys(values).join(',')),
    ]) {
      expect(status).toBe(400);
      expect(json.details.violations).toHaveLength(100);
    }
  });

  test.each(['a', '\u00e4', '\u{1f3ac}'])(
    '[TR30] a wrong key of 20 000 times %s is refused over gRPC too',
    async (letter) => {
      const values = Object.fromEntries([1, 2, 3].map((n) => [letter.repeat(20_000) + n, n]));
      const said = await server.grpc.call({
        call: 'AdminService.ImportSettings',
        token: root.token,
        request: { values },
      });
      expect(said).toMatchObject({ status: 3, reason: 'settings.unknown_key' });
      // Cut between characters, not inside of one.
      expect(said.message).toMatch(/^[^\ufffd]{200,}\u2026$/u);
    },
  );

  test('[RS2] a password that is no text is not called missing', async () => {
    const { json } = await call('importSettings', {
      values: { 'email.smtpCredentials': { username: 'anna', password: 12345678 } },
    });
    expect(violations(json)).toEqual({ 'email.smtpCredentials.password': 'must be text' });
  });

  test('[RS15] one wrong value stops an import', async () => {
    const before = await read();
    const values = { 'server.name': 'Cinema', 'server.maxRoomsPerUser': '5', 'sever.name': 'x', constructor: {} };
    const { status, json } = await call('importSettings', { values });
    expect(status).toBe(400);
    expect(violations(json)).toEqual({
      'server.maxRoomsPerUser': 'must be a whole number from 1 to 1000',
      'sever.name': 'is not a setting; did you mean server.name?',
      constructor: 'is not a setting',
    });
    expect(await read()).toEqual(before);
  });
});

describe('declarations', () => {
  const declared = async (key: string) =>
    (await call('listSettingDeclarations')).json.declarations.find((one: { key: string }) => one.key === key);

  test('[RS13] each says what a form needs', async () => {
    expect(await declared('chat.messageRetentionDays')).toMatchObject({
      kind: 'integer',
      defaultValue: 90,
      min: 1,
      max: 3650,
      unit: 'days',
      inUse: true,
      nullable: false,
      secret: false,
    });
    expect(await declared('email.smtpCredentials')).toMatchObject({
      kind: 'credentials',
      nullable: true,
      secret: true,
    });
    expect((await declared('permissions.guestDefaultPermissions')).options).toHaveLength(4);
  });

  test('[RS13] and who changed it last', async () => {
    expect(await declared('webrtc.maxVoiceParticipantsPerRoom')).not.toHaveProperty('updatedBy');
    await update({ webrtc: { maxVoiceParticipantsPerRoom: 12 } }, 'webrtc.maxVoiceParticipantsPerRoom');
    const changed = await declared('webrtc.maxVoiceParticipantsPerRoom');
    expect(changed).toMatchObject({ changed: true, updatedBy: { kind: 'user', username: 'root' } });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    const { changes } = (await call('getSettingHistory', { key: 'user.enablePasswordSignup' })).json;
    expect(changes.at(-1)).toMatchObject({ from: false, to: true, by: { kind: 'system' }, version: 1 });
  });
});

test('[RS16] wrong settings of the configuration stop the first start, all named', async () => {
  const start = startTestServer({ settings: { 'server.name': '', 'server.nmae': 'x' } });
  await expect(start).rejects.toThrow(
    /bootstrap.settings: server.name is empty; server.nmae is not a setting; did you/,
  );
});
