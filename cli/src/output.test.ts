import { create } from '@bufbuild/protobuf';
import { GetSettingsResponseSchema } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { captureOutput } from './output.fixture.ts';
import { formatOf, list, printAnswer, table, tell } from './output.ts';

afterEach(() => void vi.restoreAllMocks());

test('[CL3] an output format that does not exist is refused, and a table is the default', () => {
  expect([formatOf(undefined), formatOf('json'), formatOf('yaml')]).toEqual(['table', 'json', 'yaml']);
  expect(() => formatOf('xml')).toThrow(new Failure('usage', '--output xml: is none of table, json, yaml'));
});

describe('answers', () => {
  const answer = create(GetSettingsResponseSchema, { settings: { server: { maxRoomsPerUser: 3 } }, version: 2 });
  const printed = (format: 'table' | 'json' | 'yaml') => {
    const said = captureOutput();
    printAnswer(format, GetSettingsResponseSchema, answer, () => 'three rooms');
    return said.out;
  };

  test('[CL2] are words for people, and JSON or YAML of the contract for programs', () => {
    expect(printed('table')).toBe('three rooms\n');
    expect(JSON.parse(printed('json'))).toMatchObject({ settings: { server: { maxRoomsPerUser: 3 } }, version: 2 });
    expect(printed('yaml')).toMatch(/^ {4}maxRoomsPerUser: 3$/m);
    expect(printed('yaml')).toMatch(/[^\n]\n$/);
  });

  test('[CL2] words beside them go to standard error', () => {
    const said = captureOutput();
    tell('there is more');
    expect(said).toEqual({ out: '', err: 'there is more\n' });
  });
});

describe('tables', () => {
  test('have a head, columns two spaces apart and no spaces at the ends of lines', () => {
    const lines = table(
      ['name', 'role'],
      [
        ['ada', 'root'],
        ['bartholomew', ''],
      ],
      'none',
    ).split('\n');
    expect(lines).toEqual(['NAME         ROLE', 'ada          root', 'bartholomew']);
  });

  test('without rows say so in the words of the command', () => {
    expect(table(['name'], [], 'nobody is here')).toBe('nobody is here');
  });

  test('keep the lines of a value below each other', () => {
    expect(table(['a', 'b'], [['one\ntwo', 'x']], '').split('\n')).toEqual(['A    B', 'one  x', 'two']);
  });
});

describe('lists', () => {
  test('have values below each other, without those that are not there', () => {
    expect(
      list([
        ['name', 'Kino'],
        ['description', ''],
        ['creator', 'ada'],
        ['ban', undefined],
      ]),
    ).toBe('name     Kino\ncreator  ada');
  });
});

test.each([
  ['the escape of terminals', '\u001b[2J'],
  ['the bell', '\u0007'],
  ['a tab', '\t'],
  ['a carriage return', '\r'],
  ['the escape of 8-bit terminals', '\u009b2J'],
  ['a turn of the direction of writing', '\u202e'],
  ['an isolate of the direction of writing', '\u2066'],
])('[CL15] %s in a name is shown, not obeyed', (_, text) => {
  const shown = [list([['name', `a${text}b`]]), table(['name'], [[`a${text}b`]], '')];
  for (const one of shown) {
    expect(one).not.toContain(text[0]);
    expect(one).toContain('a\ufffd');
  }
});

test('[CL15] names in any script stay as they are', () => {
  expect(list([['name', 'Kinó 映画 🎬 עברית']])).toBe('name  Kinó 映画 🎬 עברית');
});
