/** A fake trace collector on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
}

interface Body {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly FakeSpan[] }[] }[];
}

export interface FakeCollector {
  readonly url: string;
  /** All received bodies, as text. */
  readonly bodies: string[];
  readonly requests: { readonly path: string | undefined; readonly authorization: string | undefined }[];
  spans(): FakeSpan[];
  /** Handles the next requests; by default it accepts them. */
  answer: (response: ServerResponse) => void;
  stop(): Promise<void>;
}

export const takes = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

export async function startFakeCollector(): Promise<FakeCollector> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    collector.bodies.push(Buffer.concat(parts).toString());
    collector.requests.push({ path: request.url, authorization: request.headers.authorization });
    collector.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: FakeCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    requests: [],
    answer: takes,
    spans: () =>
      collector.bodies.flatMap((body) =>
        (JSON.parse(body) as Body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}
