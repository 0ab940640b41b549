import { makeJumpingClock } from '@matinee/testkit/clocks/jumping-clock.ts';
import { type FakeIssuer, type FakeToken, fakeClient, startFakeIssuer } from '@matinee/testkit/outside/fake-issuer.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Provider = ReturnType<FakeIssuer['provider']>;

const clock = makeJumpingClock();
const redirectUrl = 'http://[::1]:4000/callback';

let issuer: FakeIssuer;
let other: FakeIssuer;
let server: TestServer;
let root: string;

const providers = (): Provider[] => [
  issuer.provider('club'),
  other.provider('other'),
  issuer.provider('reviewed', { signupNeedReview: true }),
  { instanceName: 'hub', enableSignup: true, github: fakeClient },
  { instanceName: 'gitee', enableSignup: true, gitee: fakeClient },
];

/** Sets the provider instances of a running server. */
const putProviders = (next: Provider[]) =>
  server.ok({
    call: 'AdminService.UpdateSettings',
    token: root,
    request: { settings: { oauth2: { providers: next } }, update_mask: 'oauth2.providers' },
  });

beforeAll(async () => {
  [issuer, other] = await Promise.all([startFakeIssuer(), startFakeIssuer()]);
  server = await startTestServer({
    clock,
    settings: { 'oauth2.providers': providers() },
  });
  root = (await server.signIn()).token;
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([issuer?.close(), other?.close()]);
});

interface Begun {
  readonly state: string;
  readonly authorizationUrl: string;
}

const begin = (provider = 'club', more: { at?: TestServer; redirect?: string } = {}): Promise<Begun> =>
  (more.at ?? server).ok({
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { provider, redirect_url: more.redirect ?? redirectUrl },
  });

const beginBind = (user: TestUser): Promise<Begun> =>
  server.ok({
    call: 'OAuth2Service.GetAuthorizationUrlForBind',
    token: user.token,
    request: { provider: 'club', redirect_url: redirectUrl },
  });

/** Returns from the sign-in `begun` with a provider's answer. */
const comeBack = (
  begun: Begun,
  token: FakeToken = {},
  more: { at?: TestServer; user?: TestUser; code?: string } = {},
) =>
  (more.at ?? server).rest({
    call: 'OAuth2Service.ExchangeAuthorizationCode',
    token: more.user?.token,
    request: { provider: '', state: begun.state, code: more.code ?? issuer.code(begun.authorizationUrl, token) },
  });

const signIn = async (token: FakeToken, provider = 'club') => comeBack(await begin(provider), token);

test('[OA6] of twenty exchanges at once exactly one signs in', async () => {
  const begun = await begin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(begun, { sub: 'twenty' })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ reason }) => reason === 'oauth2.invalid_state').length).toBe(19);
});

test('[OA6] a state ends after 300 seconds, and is used up by a code that is wrong', async () => {
  const [late, inTime, wrong] = [await begin(), await begin(), await begin()];
  expect((await comeBack(wrong, {}, { code: 'no code' })).reason).toBe('oauth2.not_proven');
  expect((await comeBack(wrong)).reason).toBe('oauth2.invalid_state');
  clock.jump(299_000);
  expect((await comeBack(inTime, { sub: 'in time' })).status).toBe(200);
  clock.jump(1_500);
  expect((await comeBack(late, { sub: 'late' })).reason).toBe('oauth2.invalid_state');
});

test('[OA6] the second path of the exchange is the same exchange', async () => {
  const begun = await begin();
  const body = { state: begun.state, code: issuer.code(begun.authorizationUrl, { sub: 'second path' }) };
  const { status, json } = await server.http({ verb: 'POST', path: '/api/oauth2/exchange', body });
  expect([status, json.registrationReviewRequired]).toEqual([200, false]);
  const { accessToken: token } = json;
  expect((await server.rest({ call: 'UserService.GetProfile', token })).status).toBe(200);
  expect((await server.http({ verb: 'POST', path: '/api/oauth2/exchange', body })).json.code).toBe(
    'oauth2.invalid_state',
  );
});

test('[OA7] a code that was given to another sign-in is refused: PKCE binds it', async () => {
  const [victim, attacker] = [await begin(), await begin()];
  const stolen = issuer.code(victim.authorizationUrl, { sub: 'victim' });
  expect((await comeBack(attacker, {}, { code: stolen })).reason).toBe('oauth2.not_proven');
});

test('[OA7] so is one that was given for another redirect URL', async () => {
  const begun = await begin();
  const moved = begun.authorizationUrl.replace('4000', '4001');
  expect((await comeBack(begun, {}, { code: issuer.code(moved) })).reason).toBe('oauth2.not_proven');
});

test('[OA7] a sign-in that was begun before the provider was set up anew does not end', async () => {
  const begun = await begin('other');
  const asked = other.asked.length;
  const others = providers().filter(({ instanceName }) => instanceName !== 'other');
  await putProviders([...others, issuer.provider('other')]);
  expect((await comeBack(begun)).reason).toBe('oauth2.invalid_state');
  await putProviders(providers());
  expect(other.asked.length).toBe(asked);
});

const unproven: [string, FakeToken][] = [
  ['[OA10] no signature', { signature: 'none' }],
  ['[OA10] a signature with the client secret', { signature: 'HS256' }],
  ['[OA10] a signature of somebody else', { signature: 'other' }],
  ['[OA11] another issuer', { claims: { iss: 'https://evil.example' } }],
  ['[OA11] another audience', { claims: { aud: 'another client' } }],
  ['[OA11] more audiences and no authorized party', { claims: { aud: [fakeClient.clientId, 'another client'] } }],
  ['[OA11] another authorized party', { claims: { aud: [fakeClient.clientId, 'another'], azp: 'another' } }],
  ['[OA11] an end that is past', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
  ['[OA11] no end', { without: ['exp'] }],
  ['[OA11] another nonce', { claims: { nonce: 'another' } }],
  ['[OA11] no nonce', { without: ['nonce'] }],
  ['[OA11] no subject', { without: ['sub'] }],
  ['[OA11] an empty subject', { claims: { sub: '' } }],
  ['[OA11] a subject that is too long', { claims: { sub: 'x'.repeat(256) } }],
];
test.each(unproven)('%s in the token proves nothing', async (_, token) => {
  const before = await server.sql('select count(*) from oauth2_links');
  expect((await signIn({ sub: 'unproven', ...token })).reason).toBe('oauth2.not_proven');
  expect(await server.sql('select count(*) from oauth2_links')).toEqual(before);
});

test('[OA9] a sign-in of one issuer does not end with the token of another', async () => {
  const begun = await begin('other');
  const claims = { iss: issuer.url };
  expect((await comeBack(begun, { claims })).reason).toBe('oauth2.not_proven');
});

test('[OA14] whoever is linked to one issuer is nobody at another one, also under the same subject', async () => {
  const first = (await signIn({ sub: 'same' })).json.user.id;
  const second = (await signIn({ sub: 'same' }, 'other')).json.user.id;
  expect(second).not.toBe(first);
  expect((await signIn({ sub: 'same' })).json.user.id).toBe(first);
});

test('[OA14] an account that asks for two factors is signed in to', async () => {
  const { id } = (await signIn({ sub: 'two factors' })).json.user;
  await server.sql('insert into two_factor_accounts (user_id, enabled_at) values ($1, now())', [id]);
  const { json } = await signIn({ sub: 'two factors' });
  expect([json.mfa.required, typeof json.accessToken]).toEqual([false, 'string']);
});

test('[OA14] a banned account is not', async () => {
  const { id } = (await signIn({ sub: 'banned' })).json.user;
  await server.sql('update users set banned = true where id = $1', [id]);
  expect((await signIn({ sub: 'banned' })).reason).toBe('auth.banned');
});

test('[OA15] ten first sign-ins at once make one account', async () => {
  const begun = await Promise.all(Array.from({ length: 10 }, () => begin()));
  const answers = await Promise.all(begun.map((one) => comeBack(one, { sub: 'ten at once', name: 'Ten' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ json }) => json.user.id)).size).toBe(1);
});

test('[OA15] an equal name or address at the provider opens no account here', async () => {
  const user = await server.signUp('erika');
  const claims = { preferred_username: user.username, email: 'erika@example.org', email_verified: true };
  const { json } = await signIn({ sub: 'another erika', claims });
  expect(json.user.id).not.toBe(user.id);
  expect(json.user.username).toMatch(new RegExp(`^${user.username}_[0-9]{5}$`));
});

test('[OA15] who waits for a review waits once, and an approval lets them in', async () => {
  const first = await signIn({ sub: 'waiting', name: 'Waiting' }, 'reviewed');
  const { registrationReviewId: review, ...rest } = first.json;
  expect(rest).toEqual({ registrationReviewRequired: true });
  expect((await signIn({ sub: 'waiting', name: 'Another name' }, 'reviewed')).json.registrationReviewId).toBe(review);
  await server.ok({
    call: 'AdminService.ApproveUserRegistrationReview',
    token: root,
    request: { review_ids: [review] },
  });
  const { json } = await signIn({ sub: 'waiting' }, 'reviewed');
  expect(json.user.username).toBe('Waiting');
});

test('[OA15] [RG7] of twenty first sign-ins at once all wait for one review, or come to one account', async () => {
  const signInTwentyTimes = async (sub: string, provider: string) => {
    const begun = await Promise.all(Array.from({ length: 20 }, () => begin(provider)));
    return Promise.all(begun.map((one, n) => comeBack(one, { sub, name: `Raced ${n % 3}` })));
  };
  const waiting = await signInTwentyTimes('raced', 'reviewed');
  expect(new Set(waiting.map(({ json }) => json.registrationReviewId)).size).toBe(1);
  expect(waiting[0]!.json.registrationReviewId).toMatch(/^rev_/);
  const signedIn = await signInTwentyTimes('raced too', 'club');
  expect(new Set(signedIn.map(({ json }) => json.user?.id)).size).toBe(1);
});

test('[OA16] a name with characters that cannot be kept is kept without them', async () => {
  const { json } = await signIn({ sub: 'odd', name: 'Odd\u0000\ud800 one' });
  expect(json.user.username).toBe('Odd_one');
  const { providers: linked } = await server.ok({ call: 'OAuth2Service.GetLinkedProviders', token: json.accessToken });
  expect(linked[0].accountName).toBe('Odd one');
});

test('[OA13] linking ends other sessions, is audited, and is idempotent', async () => {
  const user = await server.signUp('linker');
  const elsewhere = await signInWithPassword(user);
  const link = async () => comeBack(await beginBind(user), { sub: 'linked', name: 'Linked' }, { user });
  expect((await link()).json.linkedProvider.accountName).toBe('Linked');
  expect((await server.rest({ call: 'UserService.GetProfile', token: elsewhere })).reason).toBe('auth.invalid_token');
  const again = await signInWithPassword(user);
  expect((await link()).status).toBe(200);
  expect((await server.rest({ call: 'UserService.GetProfile', token: again })).status).toBe(200);
  expect((await signIn({ sub: 'linked' })).json.user.id).toBe(user.id);
  const records = await server.sql('select action from audit_records where target = $1 order by at', [user.id]);
  expect(records).toEqual([{ action: 'oauth2.linked' }]);
});

test('[OA8] a state for linking does not sign in, and one for signing in does not link', async () => {
  const user = await server.signUp('binder');
  expect((await comeBack(await beginBind(user), { sub: 'bound' })).reason).toBe('oauth2.wrong_user');
  const { json } = await comeBack(await begin(), { sub: 'bound' }, { user });
  expect(json.user.id).not.toBe(user.id);
});

test('[OA18] the last way to sign in stays', async () => {
  const { json } = await signIn({ sub: 'only this' });
  const unlink = { call: 'OAuth2Service.UnlinkProvider', token: json.accessToken, request: { provider: 'club' } };
  expect((await server.rest(unlink)).reason).toBe('mfa.last_sign_in');
  expect((await signIn({ sub: 'only this' })).json.user.id).toBe(json.user.id);
});

test('[OA18] with a password left a link can go, and then it signs nobody in', async () => {
  const user = await server.signUp('leaver');
  await comeBack(await beginBind(user), { sub: 'leaver' }, { user });
  await server.ok({ call: 'OAuth2Service.UnlinkProvider', token: user.token, request: { provider: 'club' } });
  expect((await signIn({ sub: 'leaver' })).json.user.id).not.toBe(user.id);
});

test('[OA17] a provider that is taken away lets nobody in until it is back; its links stay', async () => {
  const { json } = await signIn({ sub: 'stays' });
  const begun = await begin();
  await putProviders(providers().filter(({ instanceName }) => instanceName !== 'club'));
  expect((await comeBack(begun, { sub: 'stays' })).reason).toBe('oauth2.invalid_state');
  const refused = await server.rest({
    call: 'OAuth2Service.GetAuthorizationUrl',
    request: { provider: 'club', redirect_url: redirectUrl },
  });
  expect(refused.reason).toBe('oauth2.unknown_provider');
  const token = json.accessToken;
  const linked = await server.ok({ call: 'OAuth2Service.GetLinkedProviders', token });
  expect(linked.providers).toMatchObject([{ instanceName: 'club', kind: '', available: false }]);
  await putProviders(providers());
  expect((await signIn({ sub: 'stays' })).json.user.id).toBe(json.user.id);
});

test('[OA5] a loopback URL is refused where the provider does not check PKCE', async () => {
  expect(new URL((await begin('hub')).authorizationUrl).searchParams.get('code_challenge_method')).toBe('S256');
  const request = { provider: 'gitee', redirect_url: redirectUrl };
  const refused = await server.rest({ call: 'OAuth2Service.GetAuthorizationUrl', request });
  expect(refused.reason).toBe('oauth2.redirect_not_allowed');
});

test('[OA3] the web app of this server may be returned to, under any kind', async () => {
  for (const origin of [`http://localhost:${server.app.port}`, `http://127.0.0.1:${server.app.port}`]) {
    const { authorizationUrl } = await begin('gitee', { redirect: `${origin}/oauth2/callback` });
    expect(new URL(authorizationUrl).searchParams.get('redirect_uri')).toBe(`${origin}/oauth2/callback`);
  }
});

test('[OA19] metadata are read once', async () => {
  await signIn({ sub: 'before' });
  const reads = issuer.asked.filter((path) => path.includes('well-known')).length;
  await signIn({ sub: 'after' });
  expect(issuer.asked.filter((path) => path.includes('well-known')).length).toBe(reads);
  expect(reads).toBe(1);
});

test('[OA19] an issuer in a private network is not reached unless it is listed', async () => {
  const strict = await startTestServer({
    config: { 'outbound.allowed_networks': [] },
    settings: { 'oauth2.providers': [issuer.provider('club')] },
  });
  try {
    const asked = issuer.asked.length;
    const request = { provider: 'club', redirect_url: redirectUrl };
    const refused = await strict.rest({ call: 'OAuth2Service.GetAuthorizationUrl', request });
    expect(refused.reason).toBe('oauth2.provider_unavailable');
    expect(issuer.asked.length).toBe(asked);
  } finally {
    await strict.stop();
  }
});

async function signInWithPassword({ username }: TestUser): Promise<string> {
  const request = { username, password: testPassword };
  return (await server.ok({ call: 'AuthService.LoginWithDirectPassword', request })).accessToken;
}
