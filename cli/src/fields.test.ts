import { SettingsSchema } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { describe, expect, test } from 'vitest';
import { fieldsOnPath, pathsIn, printedPath, putValue, readAssignment } from './fields.ts';

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
