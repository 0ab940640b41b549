import { expect, test } from 'vitest';
import { actionOf } from './access.ts';

test('[WR2] the access state decides the button', () => {
  expect(actionOf('JOIN')).toBe('join');
  expect(actionOf('PASSWORD')).toBe('password');
  expect(actionOf('SIGN_IN')).toBe('sign-in');
  expect(actionOf('GUEST')).toBe('guest');
  expect(actionOf('ENTER')).toBe('enter');
  expect(actionOf('REQUEST_APPROVAL')).toBe('ask');
  expect(actionOf('PENDING_APPROVAL')).toBe('wait');
  for (const access of ['UNAVAILABLE', 'COOLDOWN', 'FULL', 'INVITATION'] as const) {
    expect(actionOf(access), access).toBe('none');
  }
});
