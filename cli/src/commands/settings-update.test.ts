/** The calls of `settings update`. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answering } from '../connection/answering.fixture.ts';
import { captureOutput } from '../output.fixture.ts';
import { updateSettings } from './settings-update.ts';

const { getSettings, listSettingDeclarations, updateSettings: updating } = AdminService.method;

/** The calls of the command to a server with the mail account `anna`. */
async function callsOf(options: Parameters<typeof updateSettings>[1]) {
  const { client, asked } = answering(
    {
      method: getSettings,
      answer: { settings: { email: { smtpCredentials: { username: 'anna', passwordSet: true } } } },
    },
    {
      method: listSettingDeclarations,
      answer: {
        declarations: [
          { key: 'youtube.apiKey', kind: SettingKind.SECRET },
          { key: 'youtube.client', kind: SettingKind.CREDENTIALS },
        ],
      },
    },
    { method: updating, answer: { version: 2 } },
  );
  await updateSettings(client, options);
  return asked;
}

beforeEach(() => void captureOutput());
afterEach(() => void vi.restoreAllMocks());

test('[CL7] the masks follow from what is set and unset, as the contract prints the keys', async () => {
  const calls = await callsOf({
    set: ['chat.max_messages_per_room=5', 'server.name=a=b'],
    unset: ['server.maxRoomsPerUser'],
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]!.request).toMatchObject({
    settings: { chat: { maxMessagesPerRoom: 5 }, server: { name: 'a=b' } },
    updateMask: { paths: ['chat.maxMessagesPerRoom', 'server.name'] },
    resetMask: { paths: ['server.maxRoomsPerUser'] },
  });
});

test('[CL7] a secret is text as it is', async () => {
  const calls = await callsOf({ set: ['youtube.apiKey=AIza=1'] });
  expect(calls.map(({ name }) => name)).toEqual(['ListSettingDeclarations', 'UpdateSettings']);
  expect(calls[1]!.request).toMatchObject({
    settings: { youtube: { apiKey: { password: 'AIza=1' } } },
    updateMask: { paths: ['youtube.apiKey'] },
  });
  await expect(callsOf({ set: ['youtube.client=AIza'] })).rejects.toThrow('needs an object in JSON');
});

describe('parts of a value', () => {
  test('[CL7] are sent with the rest of it as it stands', async () => {
    const calls = await callsOf({ set: ['email.smtpCredentials.password=q'] });
    expect(calls.map(({ name }) => name)).toEqual(['GetSettings', 'UpdateSettings']);
    expect(calls[1]!.request).toMatchObject({
      settings: { email: { smtpCredentials: { username: 'anna', password: 'q' } } },
      updateMask: { paths: ['email.smtpCredentials'] },
    });
  });

  test('[CL7] that are set together are one value', async () => {
    const calls = await callsOf({ set: ['email.smtpCredentials.username=bob', 'email.smtpCredentials.password=q'] });
    expect(calls[1]!.request).toMatchObject({
      settings: { email: { smtpCredentials: { username: 'bob', password: 'q' } } },
      updateMask: { paths: ['email.smtpCredentials'] },
    });
  });
});

describe('refused before anything is sent', () => {
  test.each([
    [{}, 'nothing to change'],
    [{ set: ['server=x'] }, 'server: is not a key'],
    [{ unset: ['email.smtpCredentials.username'] }, 'is not a key; keys have two parts'],
    [{ set: ['servr.name=x'] }, 'did you mean server.name?'],
    [{ set: ['server.name=x'], unset: ['server.name'] }, 'server.name: is both set and unset'],
    [{ set: ['server.name=x'], requestJson: '{}' }, 'it goes without --set and --unset'],
    [{ set: ['server.name=x'], expectedVersion: 'new' }, '--expected-version new: is not a number'],
    [{ requestJson: '{"settngs":{}}' }, 'settngs'],
  ])('[CL3] %j', async (options, reason) => {
    const { client, asked } = answering();
    await expect(updateSettings(client, options)).rejects.toMatchObject({
      ending: 'usage',
      message: expect.stringContaining(reason),
    });
    expect(asked).toEqual([]);
  });
});

test('[CL7] a whole request is sent as it is', async () => {
  const requestJson = '{"settings":{"server":{"name":"Whole"}},"updateMask":"server.name","expectedVersion":3}';
  expect((await callsOf({ requestJson }))[0]!.request).toMatchObject({
    settings: { server: { name: 'Whole' } },
    updateMask: { paths: ['server.name'] },
    expectedVersion: 3,
  });
});

test('the version that is expected may be 0, the one before any change', async () => {
  const versionOf = async (expectedVersion: string) =>
    (await callsOf({ set: ['server.name=x'], expectedVersion }))[0]!.request['expectedVersion'];
  expect([await versionOf('0'), await versionOf('12')]).toEqual([0, 12]);
});
