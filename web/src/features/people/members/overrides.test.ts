import type { Permission } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { areSame, delegable, type Overrides, overrideOf, withOverride } from './overrides.port.ts';

const none: Overrides = { added: [], removed: [] };
const some: Overrides = { added: ['add_members'], removed: ['send_chat_messages'] };

test('[WM10] a permission is given, taken or left to the role, and the others stay', () => {
  const given = withOverride(some, 'delete_media', 'given');
  expect(given).toEqual({ added: ['add_members', 'delete_media'], removed: ['send_chat_messages'] });
  expect(delegable.filter((permission) => overrideOf(given, permission) !== 'usual')).toEqual([
    'delete_media',
    'send_chat_messages',
    'add_members',
  ]);
  expect(withOverride(given, 'delete_media', 'taken')).toEqual({
    added: ['add_members'],
    removed: ['send_chat_messages', 'delete_media'],
  });
  expect(withOverride(given, 'delete_media', 'usual')).toEqual(some);
});

test('[WM10] taking wins over giving, and is undone by one choice', () => {
  const both: Overrides = { added: ['add_members'], removed: ['add_members'] };
  expect(overrideOf(both, 'add_members')).toBe('taken');
  expect(withOverride(both, 'add_members', 'usual')).toEqual(none);
});

test('[WM10] the order in which they were given does not matter', () => {
  const permissions: Permission[] = ['add_members', 'delete_media'];
  expect(areSame({ added: permissions, removed: [] }, { added: permissions.toReversed(), removed: [] })).toBe(true);
  expect(areSame(some, none)).toBe(false);
});
