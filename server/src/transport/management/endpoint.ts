/**
 * The management endpoint: gRPC for operators. It listens on a Unix socket that only the server's own user can open. If
 * configured, it also listens on a separate TCP address, with a token. Both serve the same methods. [MG1]–[MG6]
 */
import { chmod, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import type { DescService } from '@bufbuild/protobuf';
import type { ServerInterceptor } from '@grpc/grpc-js';
import type { Pipeline } from '../../kernel/call.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import type { ClientAddress } from '../client-address.ts';
import { type Grpc, makeGrpc } from '../grpc/server.ts';
import { removeDeadSocket } from './dead-socket.ts';
import { operatorPipeline } from './operator-pipeline.ts';
import { requireToken } from './require-token.ts';

export interface ManagementParts {
  readonly pipeline: Pipeline;
  readonly services: readonly DescService[];
  /** Path of the Unix socket. */
  readonly socketPath: string;
  /** File that contains the socket's address for clients on this machine: `unix:/path` and a line end. */
  readonly noticePath: string;
  readonly tcp?: { readonly host: string; readonly port: number; readonly token: string } | undefined;
  /** Other workers listen there too. The process that started them removes the socket and the file. */
  readonly isShared?: boolean;
  readonly log: Log;
}

/** The running endpoint. */
export interface ManagementEndpoint extends Part {
  /** `unix:/path` and `host:port`, set once it has started. */
  readonly addresses: readonly string[];
}

interface Listener {
  readonly server: Server;
  readonly grpc: Grpc;
}

/** @throws Error at `start` when an address is taken or cannot be bound. */
export function makeManagementEndpoint(parts: ManagementParts): ManagementEndpoint {
  const { socketPath, noticePath, tcp, isShared = false, log } = parts;
  const stopping = new AbortController();
  const listeners: Listener[] = [];
  const addresses: string[] = [];

  async function open(where: ListenOptions, clientAddress: ClientAddress, interceptors: ServerInterceptor[] = []) {
    const { pipeline, services } = parts;
    const grpc = makeGrpc({
      services,
      pipeline: operatorPipeline(pipeline),
      bidi: new Map(),
      clientAddress,
      stopping: stopping.signal,
      interceptors,
    });
    const server = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => undefined);
      grpc.take(socket);
    });
    await listen(server, where);
    listeners.push({ server, grpc });
    return server;
  }

  async function stop(deadline: AbortSignal): Promise<void> {
    if (!isShared) await rm(noticePath, { force: true });
    for (const { server } of listeners) server.close();
    const drained = Promise.all(listeners.map(({ grpc }) => grpc.drain()));
    stopping.abort();
    await Promise.race([drained, aborted(deadline)]);
    for (const { grpc } of listeners) grpc.destroy();
  }

  return {
    name: 'management endpoint',
    addresses,
    async start() {
      try {
        if (!isShared) await removeDeadSocket(socketPath);
        await open({ path: socketPath }, () => 'management socket');
        await chmod(socketPath, 0o600);
        addresses.push(`unix:${socketPath}`);
        if (tcp) {
          const { host, port, token } = tcp;
          const onRefused = () => log.warn('a call of the management endpoint had no valid token');
          const server = await open({ host, port }, (peer) => peer ?? '', [requireToken(token, onRefused)]);
          addresses.push(`${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`);
        }
        await writeFile(noticePath, `unix:${socketPath}\n`, { mode: 0o600 });
      } catch (cause) {
        await stop(AbortSignal.abort());
        throw new Error(`the management endpoint cannot be opened: ${(cause as Error).message}`, { cause });
      }
      log.info({ addresses }, 'management endpoint open');
    },
    stop,
  };
}

function listen(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(void server.off('error', reject)));
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
