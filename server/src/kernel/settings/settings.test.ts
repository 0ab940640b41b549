import { describe, expect, test } from 'vitest';
import { reasonOf, settingReasons } from './setting-reasons.ts';
import { secretsOf, withoutSecrets, withStoredSecrets } from './setting-secrets.ts';
import { bool, choice, integer, nullable, text, texts } from './setting-shapes.ts';
import { SettingsRegistry, setting } from './settings.ts';

const declarations = {
  name: setting('server.name', text(1, 10), 'first', 'A name.'),
  limit: setting('server.maxRoomsPerUser', integer(0, 5, 'things'), 3, 'A limit.'),
  place: setting('email.fromName', nullable(text(1, 10)), null, 'A place.'),
};

describe('the registry', () => {
  test('a view shows the values in force, and the default where none is stored or the stored one does not fit', () => {
    const registry = new SettingsRegistry();
    const view = registry.declare(declarations);
    expect(view).toEqual({ name: 'first', limit: 3, place: null });
    expect(registry.apply({ 'server.name': 'second', 'server.maxRoomsPerUser': 9, 'test.other': 1 })).toMatchObject([
      { key: 'server.maxRoomsPerUser' },
    ]);
    expect(view).toEqual({ name: 'second', limit: 3, place: null });
    registry.apply({});
    expect(view).toEqual({ name: 'first', limit: 3, place: null });
    expect(registry.values()).toEqual({ 'server.name': 'first', 'server.maxRoomsPerUser': 3, 'email.fromName': null });
  });

  test('every wrong value has its key and its reason', () => {
    const registry = new SettingsRegistry();
    registry.declare(declarations);
    expect(registry.check({ 'server.name': 'x', 'server.maxRoomsPerUser': 5, 'email.fromName': null })).toEqual([]);
    const faults = registry.check({
      'server.name': '',
      'server.maxRoomsPerUser': 'many',
      'server.nmae': 1,
      constructor: 1,
    });
    expect(faults).toEqual([
      { key: 'server.name', field: 'server.name', reason: 'settings.empty', description: 'is empty' },
      {
        key: 'server.maxRoomsPerUser',
        field: 'server.maxRoomsPerUser',
        reason: 'settings.not_an_integer',
        params: { min: '0', max: '5' },
        description: 'must be a whole number from 0 to 5',
      },
      {
        key: 'server.nmae',
        field: 'server.nmae',
        reason: 'settings.misspelled',
        params: { meant: 'server.name' },
        description: 'is not a setting; did you mean server.name?',
      },
      { key: 'constructor', field: 'constructor', reason: 'settings.unknown', description: 'is not a setting' },
    ]);
  });

  test('-0 is 0', () => {
    const registry = new SettingsRegistry();
    registry.declare(declarations);
    expect(registry.checkValue('server.maxRoomsPerUser', -0)).toEqual({ value: 0 });
  });

  test('a key is declared once', () => {
    const registry = new SettingsRegistry();
    registry.declare(declarations);
    expect(() => registry.declare(declarations)).toThrow('server.name');
  });

  test('[RS17] listeners are called once for what changed together, when all of it is in force', () => {
    const registry = new SettingsRegistry();
    const view = registry.declare(declarations);
    const heard: unknown[] = [];
    const end = registry.onChange(['server.name', 'server.maxRoomsPerUser'], () => heard.push({ ...view }));
    registry.onChange(['email.fromName'], () => heard.push('place'));
    registry.apply({ 'server.name': 'second', 'server.maxRoomsPerUser': 4 });
    expect(heard).toEqual([{ name: 'second', limit: 4, place: null }]);
    registry.apply({ 'server.name': 'second', 'server.maxRoomsPerUser': 4 });
    expect(heard).toHaveLength(1);
    end();
    registry.apply({ 'email.fromName': 'here' });
    expect(heard.slice(1)).toEqual(['place']);
  });

  test('[RS17] a listener that throws hinders nobody', () => {
    const registry = new SettingsRegistry();
    registry.declare(declarations);
    let heard = 0;
    registry.onChange(['server.name'], () => {
      throw new Error('broken');
    });
    registry.onChange(['server.name'], () => heard++);
    const faults = registry.apply({ 'server.name': 'second' });
    expect(heard).toBe(1);
    expect(faults).toMatchObject([{ key: 'server.name', fault: expect.stringContaining('broken') }]);
    expect(() => registry.onChange(['server.nmae'], () => undefined)).toThrow('did you mean server.name?');
  });
});

describe('shapes', () => {
  const shape = {
    on: bool,
    way: choice('up', 'down'),
    list: texts(5, (v) => (v === 'bad' ? settingReasons.unfit() : undefined)),
  };
  const reasons = (schema: { safeParse(value: unknown): unknown }, value: unknown) =>
    ((schema.safeParse(value) as { error?: { issues: { message: string }[] } }).error?.issues ?? []).map(
      ({ message }) => reasonOf(message).description,
    );

  test.each([
    ['on', 'yes', 'must be true or false'],
    ['way', 'left', 'must be one of up, down'],
    ['list', ['bad'], 'does not fit'],
    ['list', ['a', 'a'], 'is there twice'],
    ['list', ['sixsix'], 'has more than 5 characters'],
    ['list', ['a\tb'], 'has characters that show nothing or turn the direction of text'],
    ['list', ['a\u202eb'], 'has characters that show nothing or turn the direction of text'],
    ['list', 'a', 'must be a list'],
  ] as const)('[RS21] %s refuses %j: %s', (name, value, reason) => {
    expect(reasons(shape[name].schema, value)).toEqual([reason]);
  });
});

describe('[RS6] secrets inside of values', () => {
  const parts = {
    properties: [{ name: 'password', boundTo: ['username'] }],
    itemKey: ({ id }: Readonly<Record<string, unknown>>) => String(id),
  };
  const stored = [
    { id: 1, login: { username: 'anna', password: 'one' } },
    { id: 2, login: { username: 'bert', password: 'two' } },
  ];

  test('are left out, wherever they are', () => {
    expect(withoutSecrets(stored, parts)).toEqual([
      { id: 1, login: { username: 'anna', passwordSet: true } },
      { id: 2, login: { username: 'bert', passwordSet: true } },
    ]);
    expect(secretsOf(stored, parts)).toEqual(['one', 'two']);
  });

  test('stay where a value comes back as it was read, in another order too', () => {
    const read = withoutSecrets(stored, parts) as unknown[];
    expect(withStoredSecrets([...read].reverse(), stored, parts)).toEqual([...stored].reverse());
  });

  test.each([
    ['another username', { id: 1, login: { username: 'carl' } }, { id: 1, login: { username: 'carl' } }],
    ['another item', { id: 3, login: { username: 'anna' } }, { id: 3, login: { username: 'anna' } }],
    ['an empty secret', { id: 1, login: { username: 'anna', password: '' } }, { id: 1, login: { username: 'anna' } }],
    [
      'a new secret',
      { id: 1, login: { username: 'anna', password: 'new' } },
      { id: 1, login: { username: 'anna', password: 'new' } },
    ],
  ])('go with %s', (_what, sent, kept) => {
    expect(withStoredSecrets([sent], stored, parts)).toEqual([kept]);
  });

  test('a flag that says that nothing is set is no secret', () => {
    expect(withStoredSecrets({ username: 'anna', passwordSet: false }, null, parts)).toEqual({ username: 'anna' });
  });
});
