/**
 * A stateless OpenID provider on loopback. A code contains the claims of its token, so a test decides who signs in
 * and what is wrong with the proof. It checks the same as a real provider: client, redirect URL and PKCE.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@bufbuild/protobuf';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** The client that every fake issuer knows. */
export const fakeClient = { clientId: 'matinee', clientSecret: 'a secret of the client' };

/** Contents of a token. The defaults are right for the sign-in that began with `url`. */
export interface FakeToken {
  readonly sub?: string;
  readonly name?: string;
  /** Claims that replace the right ones. */
  readonly claims?: JWTPayload;
  /** Names of claims to leave out. */
  readonly without?: readonly string[];
  /** `none`: no signature. `HS256`: signed with the client secret. `other`: signed with an unpublished key. */
  readonly signature?: 'RS256' | 'none' | 'HS256' | 'other';
}

export interface FakeIssuer {
  readonly url: string;
  /** Paths that were requested. */
  readonly asked: string[];
  /** The code with which a user returns from `authorizationUrl`. */
  code(authorizationUrl: string, token?: FakeToken): string;
  /** Setting of a provider instance that uses this issuer. */
  provider(instanceName: string, more?: JsonObject): JsonObject & { instanceName: string };
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

interface Code extends FakeToken {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUrl: string;
}

/** The code for a sign-in. Any fake issuer accepts it. */
export function fakeCode(authorizationUrl: string, token: FakeToken = {}): string {
  const { searchParams } = new URL(authorizationUrl);
  const code: Code = {
    nonce: searchParams.get('nonce') ?? '',
    challenge: searchParams.get('code_challenge') ?? '',
    redirectUrl: searchParams.get('redirect_uri') ?? '',
    ...token,
  };
  return Buffer.from(JSON.stringify(code)).toString('base64url');
}

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const asked: string[] = [];
  const stranger = await generateKeyPair('RS256');
  let serial = 0;
  let keys = await generateKeyPair('RS256');

  async function sign(code: Code): Promise<string> {
    const { signature = 'RS256', sub = 'anna', name, nonce, claims, without = [] } = code;
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: url, aud: fakeClient.clientId, sub, name, nonce, iat: now, exp: now + 300, ...claims };
    const body = Object.fromEntries(Object.entries(all).filter(([claim]) => !without.includes(claim)));
    if (signature === 'none') return `${encode({ alg: 'none' })}.${encode(body)}.`;
    if (signature === 'HS256')
      return new SignJWT(body).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(fakeClient.clientSecret));
    const { privateKey } = signature === 'other' ? stranger : keys;
    return new SignJWT(body).setProtectedHeader({ alg: 'RS256', kid: `key ${serial}` }).sign(privateKey);
  }

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [200, discoveryOf(url)];
      case '/jwks':
        return [200, { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', kid: `key ${serial}` }] }];
      case '/token':
        return exchange(request, sign);
      default:
        return [404, {}];
    }
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    code: fakeCode,
    provider: (instanceName, more = {}) => ({
      instanceName,
      enableSignup: true,
      oidc: { ...fakeClient, issuer: url },
      ...more,
    }),
    async rotate() {
      keys = await generateKeyPair('RS256');
      serial++;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Exchanges a code for a token, after the checks of a real provider. */
async function exchange(request: IncomingMessage, sign: (code: Code) => Promise<string>): Promise<[number, object]> {
  const form = new URLSearchParams(await read(request));
  const { clientId, clientSecret } = fakeClient;
  const basic = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`)}`;
  if (request.headers.authorization !== basic) return [401, { error: 'invalid_client' }];
  const code = decode(form.get('code') ?? '');
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!code || code.challenge !== challenge || code.redirectUrl !== form.get('redirect_uri'))
    return [400, { error: 'invalid_grant' }];
  return [200, { access_token: 'an access token', token_type: 'Bearer', id_token: await sign(code) }];
}

function discoveryOf(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(code: string): Code | undefined {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString()) as Code;
  } catch {
    return undefined;
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
