/**
 * The kinds of providers, a row each. All run through one flow; a row has only what its provider's documentation says differs.
 * Endpoints that OpenID Connect Discovery gives stand in no row.
 */

type Claims = Readonly<Record<string, unknown>>;

interface Common {
  readonly scope: string;
  /** Whether the provider checks PKCE with S256 (RFC 7636). Where it does not, codes are bound by client secret and nonce only. */
  readonly pkce: boolean;
  /** How the client authenticates; where absent the provider's metadata decide. */
  readonly clientAuth?: 'basic' | 'post';
  /** How the provider answers (`response_mode`); in the query of the redirect URL where absent. */
  readonly responseMode?: 'form_post';
}

/** A provider that proves the identity by an ID token (OpenID Connect Core 1.0). */
interface OidcKind extends Common {
  readonly protocol: 'oidc';
  /** Where its metadata are; absent: the operator names it. */
  readonly issuer?: string;
  /** `iss` of tokens where tenants differ; `{tenantid}` stands for the claim `tid`. */
  readonly issuerOfTenants?: string;
  /** Names in `user`, which the provider sends beside the code and not in the token: nothing proves it. Best first. */
  readonly namesOf?: (user: Claims) => readonly unknown[];
}

/** An authenticated request to the provider's API. */
export interface Api {
  readonly clientId: string;
  readonly accessToken: string;
  /** Gives the JSON object at `url`. @throws IdentityNotProven when it is not there. */
  get(url: string): Promise<Claims>;
}

/** A provider that knows OAuth 2.0 only: who somebody is, its API says. */
interface ApiKind extends Common {
  readonly protocol: 'api';
  /** Names the provider in links, and is what its `iss` must be where it sends one (RFC 9207). */
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Its words for a client that is set up wrongly, besides those of RFC 6749, section 5.2. */
  readonly clientFaults?: readonly unknown[];
  /** How parameters travel to the token endpoint; a form where absent. */
  readonly tokenRequest?: 'query' | 'json';
  /** More parameters of the token request. */
  readonly token?: Readonly<Record<string, string>>;
  /** The lasting id of the account, and names for people, best first. */
  readonly profile: (api: Api) => Promise<{ readonly subject: unknown; readonly names: readonly unknown[] }>;
}

export type Kind = OidcKind | ApiKind;

/** Any OpenID provider. */
const anyIssuer: OidcKind = { protocol: 'oidc', scope: 'openid profile', pkce: true };

const feishu = 'https://open.feishu.cn/open-apis/authen';

export const kinds = {
  oidc: anyIssuer,
  casdoor: anyIssuer,
  logto: anyIssuer,
  google: { ...anyIssuer, issuer: 'https://accounts.google.com' },
  gitlab: { ...anyIssuer, issuer: 'https://gitlab.com' },
  // Accounts of work, school and at home; the issuer in a token is that of its tenant.
  microsoft: {
    ...anyIssuer,
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    issuerOfTenants: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  },
  // With any scope Apple answers by a form only (Sign in with Apple REST API, "Request an authorization"). It tells a name once:
  // when somebody allows this client for the first time.
  apple: {
    protocol: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'name',
    responseMode: 'form_post',
    pkce: false,
    clientAuth: 'post',
    namesOf: ({ name }) => {
      const { firstName, lastName } = (name ?? {}) as Claims;
      return [[firstName, lastName].filter((part) => typeof part === 'string').join(' ')];
    },
  },
  github: {
    protocol: 'api',
    issuer: 'https://github.com/login/oauth',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    clientFaults: ['incorrect_client_credentials', 'redirect_uri_mismatch'],
    scope: '',
    pkce: true,
    profile: async ({ get }) => {
      const { id, login, name } = await get('https://api.github.com/user');
      return { subject: id, names: [login, name] };
    },
  },
  discord: {
    protocol: 'api',
    issuer: 'https://discord.com',
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scope: 'identify',
    pkce: true,
    profile: async ({ get }) => {
      const { id, username, global_name } = await get('https://discord.com/api/v10/users/@me');
      return { subject: id, names: [username, global_name] };
    },
  },
  gitee: {
    protocol: 'api',
    issuer: 'https://gitee.com',
    authorizeUrl: 'https://gitee.com/oauth/authorize',
    tokenUrl: 'https://gitee.com/oauth/token',
    scope: 'user_info',
    pkce: false,
    profile: async ({ get }) => {
      const { id, login, name } = await get('https://gitee.com/api/v5/user');
      return { subject: id, names: [login, name] };
    },
  },
  feishu: {
    protocol: 'api',
    issuer: 'https://open.feishu.cn',
    authorizeUrl: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
    tokenUrl: `${feishu}/v2/oauth/token`,
    tokenRequest: 'json',
    scope: '',
    pkce: true,
    // `open_id` is the person within this application.
    profile: async ({ get }) => {
      const { data } = await get(`${feishu}/v1/user_info`);
      const { open_id, name, en_name } = (data ?? {}) as Claims;
      return { subject: open_id, names: [name, en_name] };
    },
  },
  qq: {
    protocol: 'api',
    issuer: 'https://graph.qq.com',
    authorizeUrl: 'https://graph.qq.com/oauth2.0/authorize',
    tokenUrl: 'https://graph.qq.com/oauth2.0/token',
    // Application unknown, its key wrong, its callback address wrong, not online.
    clientFaults: [100008, 100009, 100010, 100011],
    tokenRequest: 'query',
    token: { fmt: 'json' },
    scope: 'get_user_info',
    pkce: false,
    // The API takes the token in the query and answers for tokens of any application, so whose it is has to be looked at.
    profile: async ({ get, accessToken, clientId }) => {
      const token = new URLSearchParams({ access_token: accessToken });
      const { client_id, openid } = await get(`https://graph.qq.com/oauth2.0/me?${token}&fmt=json`);
      if (client_id !== clientId || typeof openid !== 'string') return { subject: undefined, names: [] };
      const query = new URLSearchParams({ access_token: accessToken, oauth_consumer_key: clientId, openid });
      const { nickname } = await get(`https://graph.qq.com/user/get_user_info?${query}`);
      return { subject: openid, names: [nickname] };
    },
  },
} as const satisfies Record<string, Kind>;

/** Names of the kinds, as they stand in the setting `oauth2.providers`. */
export type KindName = keyof typeof kinds;
