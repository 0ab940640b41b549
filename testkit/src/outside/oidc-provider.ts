/// <reference path="../untyped-modules.d.ts" />
/**
 * A real OpenID provider on loopback (oidc-provider) with its own login and consent pages. It accepts any name and
 * password.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** The client that the provider knows. */
export const oidcClient = { clientId: 'matinee', clientSecret: 'a secret of the client, with: signs & spaces' };

export interface OidcProvider {
  readonly issuer: string;
  /** Signs `login` in and consents, as a person with a browser would. Returns the URL at which the browser ends. */
  signIn(authorizationUrl: string, login: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startOidcProvider(redirectUrls: readonly string[]): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        redirect_uris: [...redirectUrls],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: { keys: ['a key of the cookies of tests'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'a', use: 'sig' }] },
    claims: { profile: ['name', 'preferred_username'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `${id} of the club`, preferred_username: id }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    signIn: (authorizationUrl, login) => walk(authorizationUrl, issuer, login),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows redirects and submits forms until the next address is not the provider's. */
async function walk(authorizationUrl: string, issuer: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizationUrl);
  let form: URLSearchParams | undefined;
  while (url.origin === issuer) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = answer.headers.get('location');
    const page = await answer.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (location === null && action === undefined) throw new Error(`${url} answers ${answer.status}: ${page}`);
    url = new URL(location ?? action!, url);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    form = location === null ? new URLSearchParams({ prompt: prompt!, login, password: 'any' }) : undefined;
  }
  return url;
}
