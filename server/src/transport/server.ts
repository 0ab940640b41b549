/**
 * The public port: one listener for REST, event streams, gRPC, WebSocket handshakes and the web app. `one-port.ts`
 * detects the protocol of a connection; `rest/` and `grpc/` turn requests into calls of the pipeline. `stop` accepts no
 * new connections, ends streams and lets calls finish. At the deadline it cuts off the rest.
 */
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pipeline } from '../kernel/call.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PageFile, PostedPage, PreviewedPage } from '../kernel/http/pages.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import { readAppPage } from './app-page.ts';
import { type ByteParts, makeServeBytes } from './bytes/serve-bytes.ts';
import type { ClientAddress } from './client-address.ts';
import type { PortFigures } from './full-port.ts';
import type { BidiHandler } from './grpc/bidi.ts';
import { type Grpc, makeGrpc } from './grpc/server.ts';
import { addHealth, type HealthChecks } from './health.ts';
import { addLines, type LineParts } from './lines/lines.ts';
import { addLinkPreviews } from './link-previews.ts';
import { makeOnePort, type OnePort, type OnePortParts, type TlsFiles } from './one-port.ts';
import { addDocument } from './openapi/serve.ts';
import { addPageFiles } from './page-files.ts';
import { addPostedPages } from './posted-pages.ts';
import { makeApp, sendError } from './rest/app.ts';
import { makeCutBase } from './rest/base-path.ts';
import { byteCors, callCors, prepareResponse, protocolCors, uploadCors } from './rest/headers.ts';
import { type Http1, keepAliveTimeout, makeHttp1, type OnUpgrade } from './rest/http1.ts';
import { makeRefusal } from './rest/not-found.ts';
import { addRoutes } from './rest/routes.ts';
import { makeSharedReads } from './rest/shared-reads.ts';
import { makeWebApp } from './static.ts';

export interface TransportParts {
  readonly pipeline: Pipeline;
  /** Services that gRPC and its reflection offer. */
  readonly services: readonly DescService[];
  readonly host: string;
  /** 0: the system picks a free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  /** Folder of the built web app. */
  readonly webRoot?: string | undefined;
  /** Pages of the web app to which other sites post forms. */
  readonly postedPages?: readonly PostedPage[];
  /** Pages of the web app whose links have a preview. */
  readonly previewedPages?: readonly PreviewedPage[];
  readonly pageFiles?: readonly PageFile[];
  /** The server's public path, such as `/cinema`. Absent or empty: the root. Requests may come with or without it. */
  readonly basePath?: string;
  /** Scheme, host, port and base path of the server's public URL. */
  readonly publicUrl?: () => string;
  readonly siteName?: () => string;
  /** Version for the OpenAPI document. */
  readonly version: string;
  /**
   * Takes a read from the budget of an IP address, for answers that are not calls. @throws AppError `call.rate_limited`
   */
  readonly takePublicRead: (address: string) => Promise<void>;
  /** Origins whose pages may call the server. Read at each request. */
  readonly allowedOrigins: () => readonly string[];
  /** The byte routes of features. */
  readonly bytes?: Pick<ByteParts, 'routes' | 'spend' | 'observe' | 'onSent'> & {
    /** Origins whose pages may load bytes, in addition to those that may call the server. */
    readonly allowedOrigins: () => readonly string[];
  };
  readonly clientAddress: ClientAddress;
  readonly checks: HealthChecks;
  /** Handlers of bidirectional gRPC streams, by method. */
  readonly bidi: ReadonlyMap<DescMethod, BidiHandler>;
  /** Handles WebSocket handshakes under `/ws/`. Absent: they get 404. */
  readonly onUpgrade?: OnUpgrade | undefined;
  /** Serves rooms to networks that block WebSockets. Absent: not offered. */
  readonly lines?: Pick<LineParts, 'realtime' | 'takeTicket' | 'keys'> | undefined;
  /**
   * Other workers accept connections of the port too. This one then opens a second port for them, on the loopback
   * interface, whose connections all belong to it.
   */
  readonly isShared?: boolean;
  /** Called with the bound port, and the port for other workers. */
  readonly onListening?: (port: number, own: number | undefined) => void;
  /** Maximum number of connections of the port. Undefined: no limit. */
  readonly maxConnections?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** The running transport. */
export interface TransportPart extends Part {
  /** The bound port; before `start`, the configured one. */
  readonly port: number;
  /** Uses other certificates for new connections; does nothing without TLS. @throws Error if they cannot be used. */
  renewTls(tls: TlsFiles): void;
  connections(): PortFigures;
  /** Accepts no more connections, so that other workers get them. Open connections continue. */
  leavePort(): void;
}

/** Methods that routes may have. The server refuses all others before it reads anything else of the request. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Started {
  readonly http1: Http1;
  readonly grpc: Grpc;
  readonly onePort: OnePort;
  readonly port: number;
  readonly own: { readonly onePort: OnePort; readonly port: number } | undefined;
}

/** @throws Error at `start` when the address cannot be bound or the contract is wrong. */
export function makeTransport(parts: TransportParts): TransportPart {
  const stopping = new AbortController();
  let started: Started | undefined;
  return {
    name: 'transport',
    get port() {
      return started?.port ?? parts.port;
    },
    renewTls: (tls) => {
      if (parts.tls) started?.onePort.renewTls(tls);
    },
    connections: () => started?.onePort.connections() ?? { open: 0, refused: 0 },
    leavePort: () => started?.onePort.close(),
    async start() {
      started = await open(parts, stopping.signal);
      parts.onListening?.(started.port, started.own?.port);
      const { host, tls, maxConnections, log } = parts;
      log.info({ host, port: started.port, tls: tls !== undefined, maxConnections }, 'listening');
    },
    async stop(deadline) {
      if (!started) return;
      const { http1, grpc, onePort, own } = started;
      onePort.close();
      own?.onePort.close();
      const drained = Promise.all([http1.drain(), grpc.drain()]);
      stopping.abort();
      await Promise.race([drained, aborted(deadline)]);
      grpc.destroy();
      http1.destroy();
    },
  };
}

async function open(parts: TransportParts, stopping: AbortSignal): Promise<Started> {
  const { pipeline, services, clientAddress, clock, log, tls, bidi, allowedOrigins, maxConnections } = parts;
  const app = await makeRestApp(parts, stopping);
  const isTls = tls !== undefined;
  const cutBase = makeCutBase(parts.basePath ?? '');
  const bytes = makeServeBytes({
    routes: [],
    spend: async () => undefined,
    observe: () => undefined,
    onSent: () => undefined,
    ...parts.bytes,
    ...parts,
    stopping,
  });
  const ofCalls = callCors(allowedOrigins);
  const corsOf = {
    read: byteCors(() => [...allowedOrigins(), ...(parts.bytes?.allowedOrigins() ?? [])]),
    written: uploadCors(allowedOrigins),
    protocol: protocolCors(allowedOrigins),
  };
  const http1 = makeHttp1({
    clock,
    cutBase,
    listener: (request, response) => {
      if (!bytes.serve(request, response)) app.routing(request, response);
    },
    prepare: (request, response) => {
      const kind = bytes.kindOf(request);
      return prepareResponse(request, response, kind === undefined ? ofCalls : corsOf[kind], isTls);
    },
    onUpgrade: parts.onUpgrade,
    isUpload: (request) => request.method === 'PUT' && bytes.kindOf(request) === 'written',
    answerBytes: makeSharedReads({
      pipeline,
      clientAddress,
      cutBase,
      isTls,
      keepAliveSeconds: keepAliveTimeout / 1000,
    }),
  });
  const grpc = makeGrpc({ services, pipeline, bidi, clientAddress, stopping });
  const takers = { http1: http1.take, http2: grpc.take };
  const onePort = makeOnePort({
    tls,
    clock,
    log,
    maxConnections,
    makeRoom: () => http1.server.closeIdleConnections(),
    ...takers,
  });
  const own = parts.isShared ? await openOwnPort({ clock, log, ...takers }) : undefined;
  const port = await onePort.listen(parts.host, parts.port);
  return { http1, grpc, onePort, port, own };
}

/** A port for programs on this machine, whose connections no other worker accepts. */
async function openOwnPort(parts: Pick<OnePortParts, 'clock' | 'log' | 'http1' | 'http2'>) {
  const onePort = makeOnePort(parts);
  return { onePort, port: await onePort.listen('127.0.0.1', 0, true) };
}

async function makeRestApp(parts: TransportParts, stopping: AbortSignal) {
  const { pipeline, clientAddress, clock } = parts;
  const app = makeApp();
  addRoutes(app, { pipeline, clientAddress, clock, stopping });
  if (parts.lines) addLines(app, { ...parts.lines, pipeline, clientAddress, clock });
  addHealth(app, parts.checks, clock);
  addDocument(app, parts);
  addPostedPages(app, parts);
  const page = readAppPage(parts);
  addLinkPreviews(app, { ...parts, page });
  addPageFiles(app, parts);
  const servePage = await makeWebApp(parts, page);
  const refusalOf = makeRefusal(pipeline);
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const { error, allow } = refusalOf(request.method, (request.raw.url ?? '').replace(/\?.*/s, ''));
    if (allow !== undefined) reply.header('allow', allow);
    return sendError(error, request, reply);
  };
  app.setNotFoundHandler((request, reply) => servePage(request, reply) ?? refuse(request, reply));
  // Fastify has its own rules for the bodies of methods that no route here has.
  app.addHook('onRequest', async (request, reply) =>
    knownMethods.has(request.method) ? undefined : refuse(request, reply),
  );
  await app.ready();
  return app;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
