import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findVerification, forgetVerification, keepVerification } from './lasting.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[WF7] what was proved for a passkey serves other passkeys, the address and the password, for less than 300 s', () => {
  const cache = new QueryClient();
  keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', 'ver_1');
  for (const operation of ['PASSKEY_DELETE', 'EMAIL_BIND', 'PASSWORD_UPDATE'] as const)
    expect(findVerification(cache, `SENSITIVE_OPERATION_${operation}`)).toBe('ver_1');
  vi.advanceTimersByTime(279_999);
  expect(findVerification(cache, 'SENSITIVE_OPERATION_EMAIL_BIND')).toBe('ver_1');
  vi.advanceTimersByTime(1);
  expect(findVerification(cache, 'SENSITIVE_OPERATION_EMAIL_BIND')).toBeUndefined();
});

test('[WF7] a later proof lasts as long as the one before it', () => {
  const cache = new QueryClient();
  keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', 'ver_1');
  vi.advanceTimersByTime(200_000);
  keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', 'ver_2');
  vi.advanceTimersByTime(279_999);
  expect(findVerification(cache, 'SENSITIVE_OPERATION_EMAIL_BIND')).toBe('ver_2');
});

test('[WF7] the app, its codes, the switch and closing the account neither take nor leave one', () => {
  const cache = new QueryClient();
  for (const operation of ['TOTP_SETUP', 'TOTP_DELETE', 'RECOVERY_CODES_REGENERATE', 'ACCOUNT_CLOSE'] as const)
    keepVerification(cache, `SENSITIVE_OPERATION_${operation}`, 'ver_1');
  expect(findVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND')).toBeUndefined();
  keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', 'ver_2');
  for (const operation of ['TWO_FACTOR_ENABLE', 'TWO_FACTOR_DISABLE', 'ACCOUNT_CLOSE'] as const)
    expect(findVerification(cache, `SENSITIVE_OPERATION_${operation}`)).toBeUndefined();
});

test('[WF7] signing out and a refusal forget it; an account without factors has none to keep', () => {
  const cache = new QueryClient();
  const find = () => findVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND');
  keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', '');
  expect(find()).toBeUndefined();
  for (const end of [() => cache.clear(), () => forgetVerification(cache)]) {
    keepVerification(cache, 'SENSITIVE_OPERATION_PASSKEY_BIND', 'ver_1');
    expect(find()).toBe('ver_1');
    end();
    expect(find()).toBeUndefined();
  }
});
