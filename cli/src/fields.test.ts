import { SettingsSchema } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { describe, expect, test } from 'vitest';
import { fieldsOnPath, pathsIn, printedPath, putValue, readAssignment, readValue, valueAt } from './fields.ts';

test('[CL7] an assignment is split at its first =', () => {
  expect(readAssignment('server.name=a=b')).toEqual({ path: 'server.name', text: 'a=b' });
  expect(readAssignment('server.name=')).toEqual({ path: 'server.name', text: '' });
  for (const pair of ['server.name', '=x']) expect(() => readAssignment(pair)).toThrow('is not PATH=VALUE');
});

describe('paths', () => {
  test('[CL7] are taken as the contract prints them and as its files spell them', () => {
    expect(printedPath(fieldsOnPath(SettingsSchema, 'chat.max_messages_per_room'))).toBe('chat.maxMessagesPerRoom');
    expect(printedPath(fieldsOnPath(SettingsSchema, 'chat.maxMessagesPerRoom'))).toBe('chat.maxMessagesPerRoom');
  });

  test('[CL3] that do not exist are refused with the nearest one', () => {
    expect(() => fieldsOnPath(SettingsSchema, 'servr.name')).toThrow('did you mean server.name?');
    expect(() => fieldsOnPath(SettingsSchema, 'zzzzzzzzzzzz')).toThrow('there is no such key');
  });

  test('are listed with their groups', () => {
    const paths = pathsIn(SettingsSchema);
    expect(paths).toContain('server');
    expect(paths).toContain('server.name');
    expect(new Set(paths).size).toBe(paths.length);
  });
});

test('[CL7] a value is put beside those that are there', () => {
  const target = { server: { name: 'A' } };
  putValue(target, fieldsOnPath(SettingsSchema, 'server.maxRoomsPerUser'), 3);
  putValue(target, fieldsOnPath(SettingsSchema, 'chat.maxMessagesPerRoom'), 5);
  expect(target).toEqual({ server: { name: 'A', maxRoomsPerUser: 3 }, chat: { maxMessagesPerRoom: 5 } });
});

test('a value is read from where it was put, and nothing from where none is', () => {
  const json = { server: { name: 'A' }, cors: { allowedOrigins: ['https://a.example'] } };
  const at = (path: string) => valueAt(json, fieldsOnPath(SettingsSchema, path));
  expect(at('server.name')).toBe('A');
  expect(at('cors.allowed_origins')).toEqual(['https://a.example']);
  expect([at('server.maxRoomsPerUser'), at('email.smtpHost'), valueAt(null, [])]).toEqual([undefined, undefined, null]);
});

describe('[CL7] the text of a value', () => {
  const read = (path: string, text: string) => readValue(path, fieldsOnPath(SettingsSchema, path).at(-1)!, text);

  test.each([
    ['server.name', '5', '5'],
    ['server.name', '{"a":1}', '{"a":1}'],
    ['server.maxRoomsPerUser', '5', 5],
    ['user.enableGuest', 'false', false],
    ['room.passwordPolicy', 'required', 'required'],
    ['cors.allowedOrigins', '[]', []],
    ['email.smtpCredentials', '{"username":"anna"}', { username: 'anna' }],
  ])('%s takes %s', (path, text, value) => expect(read(path, text)).toEqual(value));

  test.each([
    ['server.maxRoomsPerUser', 'five', 'five is not a number'],
    ['server.maxRoomsPerUser', '', 'an empty text is not a number'],
    ['server.maxRoomsPerUser', '"5"', '"5" is not a number'],
    ['user.enableGuest', 'yes', 'yes is not true or false'],
    ['room.passwordPolicy', 'sometimes', 'sometimes is none of '],
    ['cors.allowedOrigins', 'https://a.example', 'needs a list in JSON, such as ["one","two"]'],
    ['cors.allowedOrigins', '{}', 'needs a list in JSON'],
    ['email.smtpCredentials', '["anna"]', 'needs an object in JSON, such as {"name":"value"}'],
    ['email.smtpCredentials', '{"username":"a","username":"b"}', 'username: is given more than once'],
    ['email.smtpCredentials', 'null', 'needs an object in JSON'],
  ])('%s refuses %s', (path, text, reason) => expect(() => read(path, text)).toThrow(`${path}: ${reason}`));
});
