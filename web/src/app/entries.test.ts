/**
 * The entries by which features add to pages. Pages find them by file name, so only this test notices two that collide.
 */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PublicSettings } from '../client/session/public-settings.ts';
import type { AccountEntry } from '../features/account/account/account-entry.port.ts';
import { accountSections } from '../features/account/account/account-sections.ts';
import { signInEntries } from '../features/account/sessions/sign-in-entries.ts';
import type { AdminEntry } from '../features/admin/admin/entry.ts';

const account = import.meta.glob<AccountEntry>('../features/*/*/account-entry.ts', {
  import: 'accountEntry',
  eager: true,
});
const admin = import.meta.glob<AdminEntry>('../features/*/*/admin-entry.ts', { import: 'adminEntry', eager: true });

const folderOf = (path: string) => path.split('/').at(-2)!;
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

test.each([
  ['the account page', Object.values(account).map(({ id, order }) => ({ name: id, order }))],
  ['the administration', Object.values(admin).map(({ path, order }) => ({ name: path, order }))],
  ['the sign-in page', signInEntries.map(({ namespace, order }) => ({ name: namespace, order }))],
])('no two entries of %s have one name or one place', (_, entries) => {
  expect(entries.length).toBeGreaterThan(2);
  expect(isUnique(entries.map(({ name }) => name))).toBe(true);
  expect(isUnique(entries.map(({ order }) => order))).toBe(true);
});

describe('pages show their entries', () => {
  test('of the account by their order, whatever their folders are called', () => {
    const orders = new Map(Object.values(account).map(({ id, order }) => [id, order]));
    const shown = accountSections.map(({ id }) => orders.get(id)!);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown).toHaveLength(orders.size);
    expect(accountSections[0]?.id).toBe('profile');
  });

  test('for signing in by their order, the password first', () => {
    const shown = signInEntries.map(({ order }) => order);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(signInEntries[0]?.namespace).toBe('sessions');
  });

  test('under the name of their folder, which has their texts', () => {
    for (const [path, { namespace }] of Object.entries(admin)) {
      expect(namespace).toBe(folderOf(path));
      expect(existsSync(new URL(`../features/admin/${namespace}/texts.en.json`, import.meta.url)), namespace).toBe(
        true,
      );
    }
  });
});

test('panels of a room that load later are in files that the bundler finds', () => {
  const sources = import.meta.glob<string>('../features/*/*/room-entry.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const loading = Object.values(sources).flatMap((source) => {
    const [, panel] = /\n {2}panel: \{[\s\S]*?Content: (\w+)/.exec(source) ?? [];
    return new RegExp(`const ${panel} = .*?import\\('([^']+)'`).exec(source)?.[1] ?? [];
  });
  expect(loading.length).toBeGreaterThan(1);
  expect(new Set(loading)).toEqual(new Set(['./room-panel.tsx']));
});

describe('a way to sign in or up', () => {
  const offered = (settings: Partial<PublicSettings>) => {
    const all = { login_methods: [], ...settings } as unknown as PublicSettings;
    return signInEntries.flatMap(({ namespace, signIn, signUp, signUpElsewhere }) => [
      ...(signIn?.isOffered(all) ? [`${namespace} in`] : []),
      ...(signUp?.isOffered(all) || signUpElsewhere?.isOffered(all) ? [`${namespace} up`] : []),
    ]);
  };

  test('is offered only where the operator has it on', () => {
    expect(offered({})).toEqual([]);
    expect(offered({ login_methods: ['passkey', 'email'] })).toEqual(['passkeys in', 'emails in']);
    expect(offered({ login_methods: ['oauth2'], oauth2_signup_enabled: true })).toEqual(['oauth2 in', 'oauth2 up']);
    expect(offered({ password_signup_enabled: true, email_signup_enabled: true })).toEqual([
      'sessions up',
      'emails up',
    ]);
  });

  test('says by itself whether somebody looks at new accounts', () => {
    const settings = { password_signup_needs_review: true, passkey_signup_needs_review: false } as PublicSettings;
    const reviewed = signInEntries.filter(({ signUp }) => signUp?.needsReview(settings));
    expect(reviewed.map(({ namespace }) => namespace)).toEqual(['sessions']);
  });
});
