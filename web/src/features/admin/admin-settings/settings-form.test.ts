import type { SettingDeclaration, Settings } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import type { Violation } from '../../../client/calls/api-error.ts';
import {
  faultsOf,
  faultsWithin,
  groupsOf,
  isOutOfBounds,
  isOvertaken,
  isSame,
  matches,
  updateOf,
  withDraft,
} from './settings-form.ts';
import german from './texts.de.json';
import english from './texts.en.json';

const settings = {
  server: { name: 'Cinema', maxRoomsPerUser: 10 },
  email: { whitelistDomains: [] },
  rtmp: {},
} as Settings;

test('[WAS1] only what differs is a draft, and going back ends it', () => {
  const one = withDraft({}, settings, 'server.name', 'Kino');
  expect(one).toEqual({ 'server.name': { value: 'Kino', base: 'Cinema' } });
  expect(withDraft(one, settings, 'server.name', 'Cinema')).toEqual({});
  const cleared = withDraft({}, settings, 'rtmp.advertiseAddress', 'rtmp://a.example');
  expect(withDraft(cleared, settings, 'rtmp.advertiseAddress', null)).toEqual({});
});

test('[WAS1] an update names the drafts; null is named and not sent', () => {
  const drafts = {
    'server.name': { value: 'Kino', base: 'Cinema' },
    'rtmp.advertiseAddress': { value: null, base: 'rtmp://a.example' },
    'email.whitelistDomains': { value: [], base: ['example.org'] },
  };
  expect(updateOf(drafts, 7)).toEqual({
    settings: { server: { name: 'Kino' }, rtmp: {}, email: { whitelistDomains: [] } },
    updateMask: 'server.name,rtmp.advertiseAddress,email.whitelistDomains',
    expectedVersion: 7,
  });
});

test('[WAS2] a draft is overtaken by a value that it did not begin with, and not by its own', () => {
  const drafts = withDraft({}, settings, 'server.name', 'Kino');
  const changed = { ...settings, server: { name: 'Other' } } as Settings;
  expect(isOvertaken(drafts['server.name']!, settings, 'server.name')).toBe(false);
  expect(isOvertaken(drafts['server.name']!, changed, 'server.name')).toBe(true);
  const typedOn = withDraft(drafts, changed, 'server.name', 'Kino am Eck');
  expect(isOvertaken(typedOn['server.name']!, changed, 'server.name')).toBe(true);
});

test('[WAS3] faults go to their fields, and to no field with a similar name', () => {
  const violations = [
    { field: 'settings.server.name', reason: 'settings.empty', description: 'is empty' },
    { field: 'oauth2.providers[0].oidc.issuer', reason: 'oauth2.not_a_url', description: 'is no URL' },
    { field: 'email.smtpHostile', reason: 'x', description: 'x' },
  ];
  const say = ({ description }: Violation) => description;
  const faults = faultsOf({ violations }, say);
  expect(faultsWithin(faults, 'server.name')).toEqual({ '': 'is empty' });
  expect(faultsWithin(faults, 'oauth2.providers')).toEqual({ '[0].oidc.issuer': 'is no URL' });
  expect(faultsWithin(faults, 'email.smtpHost')).toEqual({});
  expect(faultsOf(undefined, say)).toEqual({});
});

test('values are the same whatever the order of their names, and when no secret is said not to be set', () => {
  expect(isSame([{ urls: ['a'], credentialSet: false }], [{ urls: ['a'] }])).toBe(true);
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(isSame({ passwordSet: true }, {})).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});

test('a number is whole and within its bounds', () => {
  const declaration = { kind: 'integer', min: 1, max: 5 } as SettingDeclaration;
  expect([1, 5].map((value) => isOutOfBounds(declaration, value))).toEqual([false, false]);
  expect([0, 6, 1.5, '', 'x', null].map((value) => isOutOfBounds(declaration, value))).toEqual(Array(6).fill(true));
});

test('a search finds every word, wherever it is', () => {
  expect(matches('mail host', ['Mail server', 'Name of the host'])).toBe(true);
  expect(matches('mail rooms', ['Mail server', 'Name of the host'])).toBe(false);
});

test('groups come as the server names them, each once', () => {
  const declarations = ['server.b', 'cors.a', 'server.a'].map((key) => ({ key }) as SettingDeclaration);
  expect(groupsOf(declarations).map(([name, settings]) => [name, settings.length])).toEqual([
    ['server', 2],
    ['cors', 1],
  ]);
});

test('[WAS4] both languages have words for the same settings, and for every setting of the reference page', async () => {
  const names = (texts: { keys: Record<string, object> }) =>
    Object.entries(texts.keys).flatMap(([group, leaves]) => Object.keys(leaves).map((leaf) => `${group}.${leaf}`));
  expect(names(german).sort()).toEqual(names(english).sort());
  const { readFileSync } = await import('node:fs');
  const page = readFileSync(new URL('../../../../../docs/reference/settings.md', import.meta.url), 'utf8');
  const declared = [...page.matchAll(/^\| `([a-z0-9]+\.[A-Za-z0-9]+)`/gm)].map((match) => match[1]!);
  expect(declared.length).toBeGreaterThan(35);
  expect(declared.filter((key) => !names(english).includes(key))).toEqual([]);
});
