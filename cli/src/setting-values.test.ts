import { create, fromJson, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import {
  SettingActorKind,
  SettingActorSchema,
  SettingChangeSchema,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import { describe, expect, test } from 'vitest';
import { actorName, describeChanges, fromAndTo, shownValue } from './setting-values.ts';

const change = (fields: MessageInitShape<typeof SettingChangeSchema>) => create(SettingChangeSchema, fields);
const value = (json: JsonValue) => fromJson(ValueSchema, json);

test.each([
  ['Kino', 'Kino'],
  ['', ''],
  [0, '0'],
  [false, 'false'],
  [['a', 'b'], '["a","b"]'],
  [{ username: 'anna' }, '{"username":"anna"}'],
  [null, '-'],
  [undefined, '-'],
])('%j is shown as %j', (value, shown) => expect(shownValue(value)).toBe(shown));

describe('changes', () => {
  test('tell both values, and a dash where there is none', () => {
    expect(fromAndTo(change({ from: value(100), to: value(700) }))).toEqual(['100', '700']);
    expect(fromAndTo(change({ from: value(null), to: value('smtp.example') }))).toEqual(['-', 'smtp.example']);
    expect(fromAndTo(change({ from: value('smtp.example') }))).toEqual(['smtp.example', '-']);
  });

  test('[CL7] of a secret are told without it', () => {
    const credentials = value({ username: 'anna' });
    expect(fromAndTo(change({ from: credentials, to: credentials, secretChanged: true }))).toEqual([
      '{"username":"anna"}',
      '{"username":"anna"} (its secret changed)',
    ]);
  });

  test('[CL8] are a table by key', () => {
    const changes = [change({ key: 'server.name', from: value('Matinee'), to: value('Kino') })];
    expect(describeChanges(changes).split('\n')).toEqual(['KEY          FROM     TO', 'server.name  Matinee  Kino']);
  });

  test('[CL8] that are none are told as such', () => {
    expect(describeChanges([])).toBe('nothing changes: the values are in force already');
  });
});

test('who changed a setting is a person by name, the operator, or the server itself', () => {
  const actor = (kind: SettingActorKind, username = '') => create(SettingActorSchema, { kind, username });
  expect(actorName(actor(SettingActorKind.USER, 'ada'))).toBe('ada');
  expect(actorName(actor(SettingActorKind.OPERATOR))).toBe('operator');
  expect(actorName(actor(SettingActorKind.SYSTEM))).toBe('the server');
  expect(actorName(undefined)).toBe('');
});
