/** A fake of sites with oEmbed (oembed.com, version 1.0). */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import type { ProviderTools } from './provider.ts';
import { failureOfStatus, ProviderError } from './provider-error.ts';
import type { FakeServer } from './sample.fixture.ts';

export interface OembedServer extends FakeServer {
  readonly sites: Readonly<Record<string, string>>;
  /** Tools that send the sites' requests to the fake. */
  readonly tools: ProviderTools;
}

/** Responses by page; a number is an error status. Other pages get 404. */
export async function startOembedServer(
  origins: readonly string[],
  pages: Readonly<Record<string, object | number>>,
): Promise<OembedServer> {
  const answer: RequestListener = (request, response) => {
    const { searchParams } = new URL(request.url!, 'http://site');
    const page = pages[searchParams.get('url') ?? ''] ?? 404;
    if (typeof page === 'number') return void response.writeHead(page).end('{"message":"no"}');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ version: '1.0', type: 'video', ...page }));
  };
  const server = createServer((request, response) => (fake.instead ?? answer)(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sites = Object.fromEntries(origins.map((origin) => [origin, url]));
  const fake: OembedServer = { sites, tools: toolsAt(sites), instead: undefined, stop };
  function stop(): void {
    server.closeAllConnections();
    server.close();
  }
  return fake;
}

/** Tools that redirect requests for the origins in `sites`, and cache nothing. */
export function toolsAt(sites: Readonly<Record<string, string>>): ProviderTools {
  return {
    clock: new FakeClock(),
    async ask(url, request) {
      const { origin } = new URL(url);
      const answer = await fetch(url.replace(origin, sites[origin]!), request);
      const failure = failureOfStatus(answer.status);
      if (failure) throw new ProviderError(failure, { answer });
      return answer;
    },
    remember: (_, work) => work(),
  };
}
