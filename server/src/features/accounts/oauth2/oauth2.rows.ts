import type { Row } from '@matinee/testkit/contract-table.ts';
import { fakeCode } from '@matinee/testkit/outside/fake-issuer.ts';

const loopback = 'http://127.0.0.1:4000/callback';
const authorize = { provider: 'club', redirect_url: loopback };

/** Begins a sign-in. Later rows find its state and URL under the names `${name}State` and `${name}Url`. */
function begin(name: string, call: 'GetAuthorizationUrl' | 'GetAuthorizationUrlForBind', as: Row['as']): Row {
  return {
    name: `[OA3] a sign-in is begun: ${name}`,
    as,
    call: `OAuth2Service.${call}`,
    request: authorize,
    expect: { ok: {} },
    keep: { [`${name}State`]: 'state', [`${name}Url`]: 'authorizationUrl' },
  };
}

function exchange(
  name: string,
  as: Row['as'],
  state: string,
  expect: Row['expect'],
  more: { provider?: string; sub?: string; iss?: string; nonce?: string } = {},
): Row {
  return {
    name,
    as,
    call: 'OAuth2Service.ExchangeAuthorizationCode',
    request: (w) => ({
      provider: more.provider ?? 'club',
      state: w.kept[`${state}State`] ?? 'a state that nobody gave out',
      code: fakeCode(w.kept[`${state}Url`] ?? 'http://nowhere.test/', {
        sub: `${more.sub ?? 'anna'} of ${w.room}`,
        name: `Anna ${w.room.slice(-12)}`,
        ...(more.nonce === undefined ? {} : { claims: { nonce: more.nonce } }),
      }),
      ...(more.iss === undefined ? {} : { iss: more.iss }),
    }),
    expect,
  };
}

export const oauth2Rows: Row[] = [
  {
    name: '[OA1] anybody may see the ways to sign in, without secrets',
    as: 'anonymous',
    call: 'OAuth2Service.ListAvailableProviders',
    expect: {
      ok: {
        providers: [
          {
            instanceName: 'club',
            kind: 'oidc',
            signupEnabled: true,
            signupNeedReview: false,
            supportedModes: ['browser'],
          },
          { instanceName: 'closed', signupEnabled: false },
          { instanceName: 'reviewed', signupNeedReview: true },
          { instanceName: 'phone', kind: 'apple', supportedModes: ['native'] },
          { instanceName: 'gone', kind: 'oidc' },
        ],
      },
    },
  },
  {
    name: '[OA2] a provider that is not set up is unknown',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { ...authorize, provider: 'nobody' },
    expect: { error: 'oauth2.unknown_provider' },
  },
  {
    name: '[OA2] one without a client for browsers refuses them',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { ...authorize, provider: 'phone' },
    expect: { error: 'oauth2.mode_not_supported' },
  },
  {
    name: '[OA2] one without a client for applications refuses them',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { provider: 'club', native: true },
    expect: { error: 'oauth2.mode_not_supported' },
  },
  {
    name: '[OA12] an application gets a nonce and no URL',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { provider: 'phone', native: true },
    expect: { ok: {} },
    keep: { nativeNonce: 'nonce' },
  },
  ...[{ provider: 'club' }, { ...authorize, native: true }].map(
    (request): Row => ({
      name: `[OA2] ${'redirect_url' in request ? 'both' : 'none'} of the modes is no request`,
      as: 'anonymous',
      call: 'OAuth2Service.GetAuthorizationUrl',
      request,
      expect: { error: 'call.invalid_request' },
    }),
  ),
  ...[
    'https://evil.example/callback',
    'https://app.example.org/signed-in/',
    'https://app.example.org/signed-in?next=https://evil.example',
    'https://app.example.org.evil.example/signed-in',
    'http://localhost:4000/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:4000@evil.example/callback',
    'http://127.1:4000/callback',
    'https://127.0.0.1:4000/callback',
    'javascript:alert(1)',
  ].map(
    (redirect_url): Row => ({
      name: `[OA3] nobody returns to ${redirect_url}`,
      as: 'anonymous',
      call: 'OAuth2Service.GetAuthorizationUrl',
      request: { ...authorize, redirect_url },
      expect: { error: 'oauth2.redirect_not_allowed' },
    }),
  ),
  {
    name: '[OA3] a listed URL is returned to',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { ...authorize, redirect_url: 'https://app.example.org/signed-in' },
    expect: { ok: {} },
  },
  {
    name: '[OA19] a provider that cannot be reached says so',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { ...authorize, provider: 'gone' },
    expect: { error: 'oauth2.provider_unavailable' },
  },
  begin('first', 'GetAuthorizationUrl', 'anonymous'),
  exchange('[OA15] somebody new gets an account', 'anonymous', 'first', {
    ok: (w) => ({
      user: { username: `Anna_${w.room.slice(-12)}`, role: 'user' },
      registrationReviewRequired: false,
    }),
  }),
  exchange('[OA6] the state is used up', 'anonymous', 'first', { error: 'oauth2.invalid_state' }),
  begin('second', 'GetAuthorizationUrl', 'anonymous'),
  exchange(
    '[OA14] whoever is linked is signed in, without a second factor',
    'anonymous',
    'second',
    { ok: (w) => ({ user: { username: `Anna_${w.room.slice(-12)}` }, mfa: { required: false } }) },
    { provider: '' },
  ),
  exchange('[OA6] a state that nobody gave out is none', 'anonymous', 'unknown', { error: 'oauth2.invalid_state' }),
  begin('other', 'GetAuthorizationUrl', 'anonymous'),
  exchange(
    '[OA7] a state serves its provider only',
    'anonymous',
    'other',
    { error: 'oauth2.invalid_state' },
    { provider: 'closed' },
  ),
  begin('mixed', 'GetAuthorizationUrl', 'anonymous'),
  exchange(
    '[OA9] an answer of another issuer is refused',
    'anonymous',
    'mixed',
    { error: 'oauth2.not_proven' },
    { iss: 'https://evil.example' },
  ),
  begin('nonce', 'GetAuthorizationUrl', 'anonymous'),
  exchange(
    '[OA11] a token of another sign-in is refused',
    'anonymous',
    'nonce',
    { error: 'oauth2.not_proven' },
    { nonce: 'of another sign-in' },
  ),
  {
    ...begin('closed', 'GetAuthorizationUrl', 'anonymous'),
    request: { ...authorize, provider: 'closed' },
  },
  exchange(
    '[OA15] somebody new is refused where sign-ups are off',
    'anonymous',
    'closed',
    { error: 'oauth2.signup_disabled' },
    { provider: 'closed' },
  ),
  {
    ...begin('review', 'GetAuthorizationUrl', 'anonymous'),
    request: { ...authorize, provider: 'reviewed' },
  },
  exchange(
    '[OA15] where sign-ups need a review the answer names it',
    'anonymous',
    'review',
    { ok: { registrationReviewRequired: true } },
    { provider: 'reviewed' },
  ),
  {
    name: '[OA8] nobody links without being signed in',
    as: 'anonymous',
    call: 'OAuth2Service.GetAuthorizationUrlForBind',
    request: authorize,
    expect: { error: 'call.unauthenticated' },
  },
  begin('bind', 'GetAuthorizationUrlForBind', 'member'),
  exchange(
    '[OA13] a user links an account',
    'member',
    'bind',
    {
      ok: (w) => ({
        linkedProvider: {
          instanceName: 'club',
          kind: 'oidc',
          accountName: `Anna ${w.room.slice(-12)}`,
          available: true,
        },
      }),
    },
    { sub: 'member' },
  ),
  {
    name: '[OA17] and sees it',
    as: 'member',
    call: 'OAuth2Service.GetLinkedProviders',
    expect: { ok: { providers: [{ instanceName: 'club', available: true }] } },
  },
  begin('again', 'GetAuthorizationUrlForBind', 'member'),
  exchange(
    '[OA13] a second account of the provider is refused',
    'member',
    'again',
    { error: 'oauth2.already_linked' },
    { sub: 'member again' },
  ),
  begin('theirs', 'GetAuthorizationUrlForBind', 'stranger'),
  exchange(
    '[OA13] the account of somebody else cannot be linked',
    'stranger',
    'theirs',
    { error: 'oauth2.linked_elsewhere' },
    { sub: 'member' },
  ),
  begin('stolen', 'GetAuthorizationUrlForBind', 'member'),
  exchange(
    '[OA8] a state for linking serves nobody else',
    'stranger',
    'stolen',
    { error: 'oauth2.wrong_user' },
    { sub: 'stranger' },
  ),
  begin('signedOut', 'GetAuthorizationUrlForBind', 'member'),
  exchange(
    '[OA8] nor anybody who is signed out',
    'anonymous',
    'signedOut',
    { error: 'oauth2.wrong_user' },
    { sub: 'stranger' },
  ),
  {
    name: '[OA17] nobody else sees the link',
    as: 'stranger',
    call: 'OAuth2Service.GetLinkedProviders',
    expect: { ok: { providers: [] } },
  },
  {
    name: '[OA18] a link is taken away',
    as: 'member',
    call: 'OAuth2Service.UnlinkProvider',
    request: { provider: 'club' },
    expect: { ok: {} },
  },
  {
    name: '[OA18] and then it is gone',
    as: 'member',
    call: 'OAuth2Service.UnlinkProvider',
    request: { provider: 'club' },
    expect: { error: 'oauth2.not_linked' },
  },
];
