import type { Account, AccountStatus, UserRole } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { endOf } from './ban-length.ts';
import { offersFor, rolesThatMayBeGiven } from './standing.ts';

const account = (id: string, role: UserRole, status: AccountStatus = 'active'): Account => ({
  user: { id, role, username: id, display_name: id },
  status,
  has_password: true,
  is_instant: false,
  room_count: 0,
  session_count: 0,
});
const admin = { id: 'keeper', role: 'admin' } as const;
const root = { id: 'root', role: 'root' } as const;
const offered = (self: typeof admin | typeof root, on: Account) =>
  Object.entries(offersFor(self, on))
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name);

test('[WU2] an admin is offered what the server lets them do to users, and nothing to others', () => {
  expect(offered(admin, account('anna', 'user'))).toEqual(['ban', 'rename', 'setPassword']);
  expect(offered(admin, account('anna', 'user', 'banned'))).toEqual(['unban', 'rename', 'setPassword']);
  expect(offered(admin, account('other', 'admin'))).toEqual([]);
  expect(offered(admin, account('anna', 'user', 'deleted'))).toEqual([]);
  expect(rolesThatMayBeGiven('admin')).toEqual(['user']);
});

test('[WU2] a root is offered everything but banning, deleting and resetting themselves', () => {
  expect(offered(root, account('other', 'root'))).toEqual([
    'ban',
    'rename',
    'setPassword',
    'changeRole',
    'delete',
    'export',
  ]);
  expect(offered(root, account('root', 'root'))).toEqual(['rename', 'changeRole', 'export']);
  expect(offered(root, account('anna', 'user', 'deleted'))).toEqual(['restore']);
});

test('[WU1] a ban ends after its length, or not by itself', () => {
  const now = new Date('2026-01-31T12:00:00Z');
  expect(endOf('week', now)).toBe('2026-02-07T12:00:00.000Z');
  expect(endOf('forever', now)).toBeUndefined();
});
