/**
 * The kinds of providers, one row each. One flow serves all of them. A row has only the differences that the provider
 * documents, and omits endpoints from OpenID Connect Discovery.
 */

type Claims = Readonly<Record<string, unknown>>;

interface Common {
  readonly scope: string;
  /**
   * Whether the provider checks PKCE with S256 (RFC 7636). Without it, only the client secret and the nonce protect a
   * code.
   */
  readonly pkce: boolean;
  /** How the client authenticates. Absent: the provider's metadata decide. */
  readonly clientAuth?: 'basic' | 'post';
  /** How the provider sends its answer (`response_mode`). Absent: in the query of the redirect URL. */
  readonly responseMode?: 'form_post';
}

/** A provider that proves the identity by an ID token (OpenID Connect Core 1.0). */
interface OidcKind extends Common {
  readonly protocol: 'oidc';
  /** URL of the provider's metadata. Absent: the operator names the issuer. */
  readonly issuer?: string;
  /** `iss` of tokens from providers with tenants; `{tenantid}` is replaced by the claim `tid`. */
  readonly issuerOfTenants?: string;
  /** Names in `user`, best first. The provider sends `user` beside the code and not in the token, so it is unproven. */
  readonly namesOf?: (user: Claims) => readonly unknown[];
}

/** An authenticated request to the provider's API. */
export interface Api {
  readonly clientId: string;
  readonly accessToken: string;
  /** Returns the JSON object at `url`. @throws IdentityNotProven when there is none. */
  get(url: string): Promise<Claims>;
}

/** A provider that supports only OAuth 2.0. Its API returns the user's identity. */
interface ApiKind extends Common {
  readonly protocol: 'api';
  /** Identifies the provider in links. If the provider sends `iss`, it must have this value (RFC 9207). */
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** The provider's error codes for a misconfigured client, besides those of RFC 6749, section 5.2. */
  readonly clientFaults?: readonly unknown[];
  /** How parameters are sent to the token endpoint. Absent: as a form. */
  readonly tokenRequest?: 'query' | 'json';
  /** Additional parameters of the token request. */
  readonly token?: Readonly<Record<string, string>>;
  /** Reads the permanent id of the account and the person's names, best first. */
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
  // Work, school and personal accounts. The issuer in a token is the issuer of its tenant.
  microsoft: {
    ...anyIssuer,
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    issuerOfTenants: 'https://login.microsoftonline.com/{tenantid}/v2.0',
  },
  // When a client requests any scope, Apple responds only by form post (Sign in with Apple REST API, "Request an
  // authorization"). Apple sends the name only once: when a user first allows this client.
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
    // `open_id` identifies the person within this application.
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
    // In this order: unknown application, wrong key, wrong callback address, application not online.
    clientFaults: [100008, 100009, 100010, 100011],
    tokenRequest: 'query',
    token: { fmt: 'json' },
    scope: 'get_user_info',
    pkce: false,
    // The API takes the token in the query and accepts tokens of any application, so we check the token's application.
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

/** Names of the kinds, as used in the setting `oauth2.providers`. */
export type KindName = keyof typeof kinds;
