import { createHash } from 'node:crypto';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ProviderClient } from './identity.ts';
import type { KindName } from './kinds.ts';
import type { Fetch } from './metadata.ts';
import { IdentityNotProven, ProviderUnavailable } from './provider-errors.ts';
import { makeProviders } from './providers.ts';

const secret = 'the secret of the client';
const authorization = {
  redirectUrl: 'https://watch.example.org/oauth2/callback',
  nonce: 'the nonce',
  verifier: 'the verifier, which is long enough to be one',
};
const challenge = createHash('sha256').update(authorization.verifier).digest('base64url');

/** A request as a provider sees it. */
interface RecordedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly parameters: Record<string, string>;
}

type Routes = Record<string, (seen: RecordedRequest) => unknown | Promise<unknown>>;

/** The internet: which answer each address gives. A number is a status without a body; an Error means no answer. */
function internet(routes: Routes): { fetch: Fetch; seen: RecordedRequest[] } {
  const seen: RecordedRequest[] = [];
  const fetch: Fetch = async (address, { method = 'GET', headers = {}, body = '' } = {}) => {
    const url = new URL(address);
    const isJson = new Headers(headers).get('content-type')?.startsWith('application/json');
    const parameters = isJson ? JSON.parse(String(body)) : Object.fromEntries(new URLSearchParams(String(body)));
    const request = { url, method, headers: new Headers(headers), parameters };
    seen.push(request);
    const answer = await routes[url.origin + url.pathname]?.(request);
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    if (typeof answer === 'number' || answer === undefined) return new Response('', { status: Number(answer ?? 404) });
    return Response.json(answer);
  };
  return { fetch, seen };
}

let keys: CryptoKeyPair;
beforeAll(async () => {
  keys = await generateKeyPair('RS256');
});

/** Routes of an OpenID provider that puts `claims` in its tokens. */
function openId(issuer: string, claims: object, metadata: { url?: string; issuer?: string } = {}): Routes {
  const now = Math.floor(Date.now() / 1000);
  const origin = new URL(issuer).origin;
  return {
    [`${metadata.url ?? issuer}/.well-known/openid-configuration`]: () => ({
      issuer: metadata.issuer ?? issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    [`${origin}/keys`]: async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256' }] }),
    [`${origin}/token`]: async ({ parameters }) => {
      if (parameters.code !== 'the code') return Response.json({ error: 'invalid_grant' }, { status: 400 });
      const id_token = await new SignJWT({
        iss: issuer,
        aud: 'client',
        nonce: authorization.nonce,
        iat: now,
        exp: now + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'a' })
        .sign(keys.privateKey);
      return { access_token: 'the access token', token_type: 'Bearer', expires_in: 3600, id_token };
    },
  };
}

/** A token endpoint that accepts the right code from the right client, once. */
const tokenFor =
  (more: object = {}) =>
  ({ url, parameters }: RecordedRequest) => {
    const given = { ...Object.fromEntries(url.searchParams), ...parameters };
    return given.code === 'the code' && given.client_id === 'client' && given.client_secret === secret
      ? { access_token: 'the access token', ...more }
      : Response.json({ error: 'invalid_grant' }, { status: 400 });
  };

/** An API that requires the access token. */
const apiFor =
  (body: object) =>
  ({ headers }: RecordedRequest) =>
    headers.get('authorization') === 'Bearer the access token' ? body : 401;

const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';

interface Case {
  readonly kind: KindName;
  readonly issuer?: string;
  readonly routes: () => Routes;
  readonly authorize: string;
  readonly parameters: Record<string, string>;
  readonly identity: object;
}

const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const oidc = { scope: 'openid profile', nonce: authorization.nonce };

const cases: Case[] = [
  {
    kind: 'oidc',
    issuer: 'https://id.example.org',
    routes: () => openId('https://id.example.org', { sub: '7', preferred_username: 'anna', name: 'Anna' }),
    authorize: 'https://id.example.org/authorize',
    parameters: { ...oidc, ...pkce },
    identity: { issuer: 'https://id.example.org', subject: '7', names: ['anna', 'Anna'] },
  },
  {
    kind: 'google',
    routes: () => openId('https://accounts.google.com', { sub: '7', name: 'Anna', email: 'anna@example.org' }),
    authorize: 'https://accounts.google.com/authorize',
    parameters: { ...oidc, ...pkce },
    identity: { issuer: 'https://accounts.google.com', subject: '7', names: ['Anna'] },
  },
  {
    kind: 'gitlab',
    routes: () => openId('https://gitlab.com', { sub: '7', nickname: 'anna' }),
    authorize: 'https://gitlab.com/authorize',
    parameters: { ...oidc, ...pkce },
    identity: { issuer: 'https://gitlab.com', subject: '7', names: ['anna'] },
  },
  {
    kind: 'microsoft',
    routes: () =>
      openId(
        `https://login.microsoftonline.com/${tenant}/v2.0`,
        { sub: '7', tid: tenant, name: 'Anna' },
        {
          url: 'https://login.microsoftonline.com/common/v2.0',
          issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
        },
      ),
    authorize: 'https://login.microsoftonline.com/authorize',
    parameters: { ...oidc, ...pkce },
    identity: { issuer: `https://login.microsoftonline.com/${tenant}/v2.0`, subject: '7', names: ['Anna'] },
  },
  {
    kind: 'apple',
    routes: () => openId('https://appleid.apple.com', { sub: '000123.abc.0456' }),
    authorize: 'https://appleid.apple.com/authorize',
    parameters: { scope: 'name', response_mode: 'form_post', nonce: authorization.nonce },
    identity: { issuer: 'https://appleid.apple.com', subject: '000123.abc.0456', names: [] },
  },
  {
    kind: 'github',
    routes: () => ({
      'https://github.com/login/oauth/access_token': tokenFor({ token_type: 'bearer', scope: '' }),
      'https://api.github.com/user': apiFor({ id: 583231, login: 'octocat', name: 'The Octocat', email: null }),
    }),
    authorize: 'https://github.com/login/oauth/authorize',
    parameters: pkce,
    identity: { issuer: 'https://github.com/login/oauth', subject: '583231', names: ['octocat', 'The Octocat'] },
  },
  {
    kind: 'discord',
    routes: () => ({
      'https://discord.com/api/oauth2/token': tokenFor({ token_type: 'Bearer', expires_in: 604800 }),
      'https://discord.com/api/v10/users/@me': apiFor({
        id: '80351110224678912',
        username: 'nelly',
        global_name: null,
      }),
    }),
    authorize: 'https://discord.com/oauth2/authorize',
    parameters: { scope: 'identify', ...pkce },
    identity: { issuer: 'https://discord.com', subject: '80351110224678912', names: ['nelly'] },
  },
  {
    kind: 'gitee',
    routes: () => ({
      'https://gitee.com/oauth/token': tokenFor({ token_type: 'bearer', created_at: 1 }),
      'https://gitee.com/api/v5/user': apiFor({ id: 42, login: 'anna', name: '安娜' }),
    }),
    authorize: 'https://gitee.com/oauth/authorize',
    parameters: { scope: 'user_info' },
    identity: { issuer: 'https://gitee.com', subject: '42', names: ['anna', '安娜'] },
  },
  {
    kind: 'feishu',
    routes: () => ({
      'https://open.feishu.cn/open-apis/authen/v2/oauth/token': (seen) =>
        seen.headers.get('content-type')?.startsWith('application/json') ? tokenFor({ code: 0 })(seen) : 400,
      'https://open.feishu.cn/open-apis/authen/v1/user_info': apiFor({
        code: 0,
        data: { name: '安娜', en_name: 'Anna', open_id: 'ou_7', union_id: 'on_7' },
      }),
    }),
    authorize: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
    parameters: pkce,
    identity: { issuer: 'https://open.feishu.cn', subject: 'ou_7', names: ['安娜', 'Anna'] },
  },
  {
    kind: 'qq',
    routes: () => ({
      'https://graph.qq.com/oauth2.0/token': (seen) => (seen.method === 'GET' ? tokenFor()(seen) : 405),
      'https://graph.qq.com/oauth2.0/me': ({ url }) =>
        url.searchParams.get('access_token') === 'the access token' && { client_id: 'client', openid: 'ABC7' },
      'https://graph.qq.com/user/get_user_info': ({ url }) =>
        url.searchParams.get('openid') === 'ABC7' && { ret: 0, nickname: '安娜' },
    }),
    authorize: 'https://graph.qq.com/oauth2.0/authorize',
    parameters: { scope: 'get_user_info' },
    identity: { issuer: 'https://graph.qq.com', subject: 'ABC7', names: ['安娜'] },
  },
];

const clientOf = (kind: KindName, issuer?: string): ProviderClient => ({
  kind,
  clientId: 'client',
  clientSecret: secret,
  ...(issuer === undefined ? {} : { issuer }),
});
const setUp = (
  { kind, issuer, routes }: Pick<Case, 'kind' | 'issuer' | 'routes'>,
  clock = new FakeClock(Date.now()),
) => {
  const { fetch, seen } = internet(routes());
  return { seen, client: clientOf(kind, issuer), ...makeProviders(fetch, clock) };
};

test.each(cases)('[OP1] $kind is asked as documented', async ({ authorize, parameters, ...one }) => {
  const { client, authorizationUrl } = setUp(one);
  const url = new URL(await authorizationUrl(client, authorization, 'the state'));
  expect(url.origin + url.pathname).toBe(authorize);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'client',
    redirect_uri: authorization.redirectUrl,
    state: 'the state',
    ...parameters,
  });
});

test.each(cases)('[OP2] $kind says who came back', async ({ identity, parameters, ...one }) => {
  const { client, identify, seen } = setUp(one);
  expect(await identify(client, authorization, { code: 'the code' })).toEqual(identity);
  const token = seen.find(({ url }) => url.pathname.endsWith('token'))!;
  const sent = { ...Object.fromEntries(token.url.searchParams), ...token.parameters };
  expect(sent).toMatchObject({ grant_type: 'authorization_code', redirect_uri: authorization.redirectUrl });
  expect(sent.code_verifier).toBe('code_challenge' in parameters ? authorization.verifier : undefined);
  for (const { url, headers } of seen.filter((request) => request !== token))
    expect(`${url} ${[...headers]}`).not.toContain(encodeURIComponent(secret).slice(0, 5));
});

test.each(cases)('[OP5] a code that $kind refuses proves nothing', async (one) => {
  const { client, identify } = setUp(one);
  const failure = await identify(client, authorization, { code: 'another code' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IdentityNotProven);
  expect(String(failure) + String((failure as Error).cause)).not.toMatch(/another code|secret/);
});

test.each(cases)('[OP5] $kind that fails is unavailable', async ({ routes, ...one }) => {
  for (const fault of [500, new Error('no route to host')]) {
    const broken = Object.fromEntries(Object.keys(routes()).map((address) => [address, () => fault]));
    const { client, identify } = setUp({ ...one, routes: () => broken });
    await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(ProviderUnavailable);
  }
});

test.each(cases)('[OP5] an answer to $kind from somebody else proves nothing', async ({ identity, ...one }) => {
  const { client, identify, seen } = setUp(one);
  const refused = identify(client, authorization, { code: 'the code', iss: 'https://evil.example' });
  await expect(refused).rejects.toBeInstanceOf(IdentityNotProven);
  expect(seen.filter(({ url }) => url.pathname.endsWith('token'))).toEqual([]);
  const { issuer } = identity as { issuer: string };
  expect(await identify(client, authorization, { code: 'the code', iss: issuer })).toEqual(identity);
});

test.each(['github', 'discord', 'gitee', 'feishu'] as const)(
  '[OP5] an account of %s without an id proves nothing',
  async (kind) => {
    const { routes } = cases.find((one) => one.kind === kind)!;
    const anonymous = Object.entries(routes()).map(([address, answer]) =>
      address.includes('token') ? [address, answer] : [address, () => ({ login: 'anna', data: {} })],
    );
    const { client, identify } = setUp({ kind, routes: () => Object.fromEntries(anonymous) });
    await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(IdentityNotProven);
  },
);

test('[OP2] a token that QQ gave to another application proves nothing', async () => {
  const { routes } = cases.find(({ kind }) => kind === 'qq')!;
  const me = { 'https://graph.qq.com/oauth2.0/me': () => ({ client_id: 'another', openid: 'ABC7' }) };
  const { client, identify } = setUp({ kind: 'qq', routes: () => ({ ...routes(), ...me }) });
  await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(IdentityNotProven);
});

test.each([
  ['of another tenant than it names', { tid: '00000000-0000-0000-0000-000000000000' }],
  ['that names no tenant', { tid: undefined }],
  [
    'that names an address as tenant',
    { tid: 'evil.example/x', iss: 'https://login.microsoftonline.com/evil.example/x/v2.0' },
  ],
])('[OP3] a token %s proves nothing', async (_, claims) => {
  const { client, identify } = setUp({
    kind: 'microsoft',
    routes: () =>
      openId(
        `https://login.microsoftonline.com/${tenant}/v2.0`,
        { sub: '7', ...claims },
        {
          url: 'https://login.microsoftonline.com/common/v2.0',
          issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
        },
      ),
  });
  await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(IdentityNotProven);
});

test.each([
  ['of all tenants', 'https://login.microsoftonline.com/{tenantid}/v2.0', true],
  ['of this tenant', `https://login.microsoftonline.com/${tenant}/v2.0`, true],
  ['of another tenant', 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0', false],
])('[OP3] a key %s signs for this one: %s, %s', async (_, keyIssuer, isProof) => {
  const { routes } = cases.find(({ kind }) => kind === 'microsoft')!;
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'RS256', issuer: keyIssuer };
  const published = { 'https://login.microsoftonline.com/keys': () => ({ keys: [key] }) };
  const { client, identify } = setUp({ kind: 'microsoft', routes: () => ({ ...routes(), ...published }) });
  const found = await identify(client, authorization, { code: 'the code' }).catch((error: unknown) => error);
  expect(found instanceof IdentityNotProven).toBe(!isProof);
});

test('[OP3] a token of another tenant than the answer proves nothing', async () => {
  const { client, identify } = setUp(cases.find(({ kind }) => kind === 'microsoft')!);
  const other = 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0';
  await expect(identify(client, authorization, { code: 'the code', iss: other })).rejects.toBeInstanceOf(
    IdentityNotProven,
  );
});

const apple = cases.find(({ kind }) => kind === 'apple')!;

test('[OP7] Apple tells the name beside the code, once', async () => {
  const { client, identify } = setUp(apple);
  const user = '{"name":{"firstName":"Anna","lastName":"Muster"},"email":"anna@example.org"}';
  const { names } = await identify(client, authorization, { code: 'the code', user });
  expect(names).toEqual(['Anna Muster']);
});

test.each([
  ['', []],
  ['no JSON', []],
  ['null', []],
  ['7', []],
  ['{}', []],
  ['{"name":"Anna"}', []],
  ['{"name":{"firstName":7,"lastName":["x"]}}', []],
  ['{"name":{"lastName":"Muster"}}', ['Muster']],
])('[OP7] %j beside the code tells %j', async (user, names) => {
  const { client, identify } = setUp(apple);
  const identity = { issuer: 'https://appleid.apple.com', subject: '000123.abc.0456', names };
  expect(await identify(client, authorization, { code: 'the code', user })).toEqual(identity);
});

test('[OP7] it tells nothing about people of other providers', async () => {
  const { identity, ...one } = cases.find(({ kind }) => kind === 'google')!;
  const { client, identify } = setUp(one);
  const user = '{"name":{"firstName":"Anna"},"sub":"1","preferred_username":"root"}';
  expect(await identify(client, authorization, { code: 'the code', user })).toEqual(identity);
});

test('[OP4] a native token has the hash of the nonce; nothing of a browser is sent', async () => {
  const nonce = createHash('sha256').update(authorization.nonce).digest('hex');
  const native = { ...authorization, redirectUrl: undefined };
  const { client, identify, seen } = setUp({
    kind: 'apple',
    routes: () => openId('https://appleid.apple.com', { sub: '7', nonce }),
  });
  expect((await identify(client, native, { code: 'the code' })).subject).toBe('7');
  const { parameters } = seen.find(({ url }) => url.pathname === '/token')!;
  expect(parameters).toEqual({
    grant_type: 'authorization_code',
    client_id: 'client',
    client_secret: secret,
    code: 'the code',
  });
});

test('[OP4] one with the nonce itself proves nothing', async () => {
  const { client, identify } = setUp({
    kind: 'apple',
    routes: () => openId('https://appleid.apple.com', { sub: '7' }),
  });
  const native = identify(client, { ...authorization, redirectUrl: undefined }, { code: 'the code' });
  await expect(native).rejects.toBeInstanceOf(IdentityNotProven);
});

test('[OP5] a client that is refused makes the provider unavailable', async () => {
  for (const [kind, address] of [
    ['github', 'https://github.com/login/oauth/access_token'],
    ['google', 'https://accounts.google.com/token'],
  ] as const) {
    const { routes } = cases.find((one) => one.kind === kind)!;
    const refused = { [address]: () => Response.json({ error: 'invalid_client' }, { status: 401 }) };
    const { client, identify } = setUp({ kind, routes: () => ({ ...routes(), ...refused }) });
    await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(ProviderUnavailable);
  }
});

test.each([
  ['github', 'https://github.com/login/oauth/access_token', 'incorrect_client_credentials'],
  ['github', 'https://github.com/login/oauth/access_token', 'redirect_uri_mismatch'],
  ['qq', 'https://graph.qq.com/oauth2.0/token', 100009],
  ['feishu', 'https://open.feishu.cn/open-apis/authen/v2/oauth/token', 'invalid_client'],
] as const)('[OP5] %s says in its own words that it refuses our client: %s %s', async (kind, address, error) => {
  const { routes } = cases.find((one) => one.kind === kind)!;
  const refused = { [address]: () => ({ error, error_description: 'refused' }) };
  const { client, identify } = setUp({ kind, routes: () => ({ ...routes(), ...refused }) });
  await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(ProviderUnavailable);
});

const id = 'https://id.example.org';
const generic = (claims: object, more: Routes = {}) =>
  setUp({ kind: 'oidc', issuer: id, routes: () => ({ ...openId(id, { sub: '7', ...claims }), ...more }) });
const nowS = () => Math.floor(Date.now() / 1000);

test.each([
  [60, true],
  [3600, false],
])('[OP8] a token that was made in %i s proves somebody: %s', async (aheadS, isProof) => {
  const { client, identify } = generic({ iat: nowS() + aheadS, exp: nowS() + 7200 });
  const found = await identify(client, authorization, { code: 'the code' }).catch((error: unknown) => error);
  expect(found instanceof IdentityNotProven).toBe(!isProof);
});

test('[OP8] a subject that cannot be kept proves nothing', async () => {
  const { client, identify } = generic({ sub: 'a\u0000b' });
  await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(IdentityNotProven);
});

test('[OP8] where an issuer has several keys the token says which one signed it', async () => {
  const other = await generateKeyPair('RS256');
  const published = await Promise.all(
    [keys, other].map(async ({ publicKey }, n) => ({ ...(await exportJWK(publicKey)), kid: 'ab'[n]!, alg: 'RS256' })),
  );
  const more = { [`${id}/keys`]: () => ({ keys: published }) };
  const named = generic({}, more);
  expect((await named.identify(named.client, authorization, { code: 'the code' })).subject).toBe('7');
  const token = (kid: string | undefined) => async () => ({
    access_token: 'the access token',
    token_type: 'Bearer',
    id_token: await new SignJWT({ iss: id, aud: 'client', sub: '7', nonce: authorization.nonce })
      .setProtectedHeader({ alg: 'RS256', ...(kid === undefined ? {} : { kid }) })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(keys.privateKey),
  });
  for (const kid of [undefined, 'b', 'unknown']) {
    const { client, identify } = generic({}, { ...more, [`${id}/token`]: token(kid) });
    await expect(identify(client, authorization, { code: 'the code' })).rejects.toBeInstanceOf(IdentityNotProven);
  }
});

test('[OP8] a new key is found a minute after the keys were read', async () => {
  let published: CryptoKeyPair = await generateKeyPair('RS256');
  const more: Routes = {
    [`${id}/keys`]: async () => ({ keys: [{ ...(await exportJWK(published.publicKey)), kid: kid(), alg: 'RS256' }] }),
  };
  const kid = () => (published === keys ? 'a' : 'old');
  const { client, identify, seen } = generic({}, more);
  const ask = () => identify(client, authorization, { code: 'the code' });
  await expect(ask()).rejects.toBeInstanceOf(IdentityNotProven);
  published = keys;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    expect((await ask()).subject).toBe('7');
  } finally {
    vi.useRealTimers();
  }
  expect(seen.filter(({ url }) => url.pathname === '/keys').length).toBe(2);
});

const good = {
  issuer: 'https://id.example.org',
  authorization_endpoint: 'https://id.example.org/authorize',
  token_endpoint: 'https://id.example.org/token',
  jwks_uri: 'https://id.example.org/keys',
};
test.each([
  ['name another issuer', { issuer: 'https://evil.example' }],
  ['name none', { issuer: undefined }],
  ['have no authorization endpoint', { authorization_endpoint: undefined }],
  ['have one that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['have one without TLS', { authorization_endpoint: 'http://id.example.org/authorize' }],
  ['have no token endpoint', { token_endpoint: 7 }],
  ['have keys without TLS', { jwks_uri: 'http://id.example.org/keys' }],
  ['sign with nothing', { id_token_signing_alg_values_supported: ['none'] }],
])('[OP6] metadata that %s are refused', async (_, fault) => {
  const { client, authorizationUrl } = setUp({
    kind: 'oidc',
    issuer: 'https://id.example.org',
    routes: () => ({ 'https://id.example.org/.well-known/openid-configuration': () => ({ ...good, ...fault }) }),
  });
  await expect(authorizationUrl(client, authorization, 'state')).rejects.toBeInstanceOf(ProviderUnavailable);
});

test('[OP6] metadata are read once an hour, also by many at once, and serve for a day without the issuer', async () => {
  let isUp = true;
  const clock = new FakeClock();
  const { client, authorizationUrl, seen } = setUp(
    {
      kind: 'oidc',
      issuer: 'https://id.example.org/',
      routes: () => ({
        'https://id.example.org/.well-known/openid-configuration': () => (isUp ? good : new Error('down')),
      }),
    },
    clock,
  );
  const ask = () => authorizationUrl(client, authorization, 'state');
  await Promise.all([ask(), ask(), ask()]);
  expect(seen.length).toBe(1);
  clock.advance(3_599_000);
  await ask();
  expect(seen.length).toBe(1);
  clock.advance(2_000);
  await ask();
  expect(seen.length).toBe(2);
  isUp = false;
  clock.advance(86_300_000);
  await ask();
  expect(seen.length).toBe(3);
  clock.advance(200_000);
  await expect(ask()).rejects.toBeInstanceOf(ProviderUnavailable);
});
