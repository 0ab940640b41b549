import { expect, test } from 'vitest';
import { providerName } from './provider-names.ts';

test.each([
  ['github', 'github', 'GitHub'],
  ['GitHub', 'github', 'GitHub'],
  ['google', 'oidc', 'Google'],
  ['film-club', 'oidc', 'Film club'],
  ['Film_Club', 'oidc', 'Film Club'],
  ['oidc', 'oidc', 'OpenID'],
  ['gone', '', 'Gone'],
  ['_-_', 'oidc', '_-_'],
])('[WO1] the instance %s of the kind %s is called %s', (instanceName, kind, name) => {
  expect(providerName({ instanceName, kind })).toBe(name);
});
