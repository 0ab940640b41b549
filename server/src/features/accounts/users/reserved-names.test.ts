import { expect, test } from 'vitest';
import { isReservedName } from './reserved-names.port.ts';

test.each([
  'root',
  'ADMIN',
  'Administrator',
  'ｏｐｅｒａｔｏｒ',
  'system',
  'Matinee',
  'moderator',
  'support',
  'deleted_bo',
  'GUEST_1',
])('[US4] nobody chooses the name %s', (name) => expect(isReservedName(name)).toBe(true));

test.each(['roots', 'admin2', 'system_1', 'deleted', 'guest-ab12', 'guests_of_honour', 'my_guest_'])(
  '[US4] %s is a name like others',
  (name) => expect(isReservedName(name)).toBe(false),
);
