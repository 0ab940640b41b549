/**
 * gRPC to servers that an administrator configures. The guard resolves the name and checks its addresses. grpc-js gets
 * only the allowed addresses and never the name, so it cannot resolve it again.
 */
import { isIP } from 'node:net';
import { type ChannelOptions, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Clock } from '../../kernel/clock.ts';
import { type OutgoingGuard, OutgoingRefused } from '../outgoing/guard.ts';

/** The server's address, and how to authenticate it. */
export interface ChannelTarget {
  readonly host: string;
  readonly port: number;
  readonly isPlaintext: boolean;
  /** The name required in its certificate; empty: `host`. */
  readonly serverName: string;
  /** PEM; empty: the system's trusted certificates. */
  readonly ca: string;
  /** Sent with each call as `authorization: Bearer …`; empty: nothing is sent. */
  readonly secret: string;
}

/** The reason for a failed connection. */
export type ChannelFault = 'unknown_host' | 'private_network' | 'unreachable' | 'tls';

/** The server is unreachable. The message is for operators. */
export class ChannelFailed extends Error {
  override readonly name = 'ChannelFailed';
  readonly fault: ChannelFault;

  constructor(fault: ChannelFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** A connection. The first call opens it; a later call reopens a broken one. */
export interface Channel {
  /** @throws ChannelFailed when there is no connection, and ServiceError for any other status than OK. */
  call(path: string, request: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  close(): void;
}

/** Largest response, in bytes: a page of 200 entries takes a tenth of it. */
const maxAnswerBytes = 4 * 1_048_576;

const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': maxAnswerBytes,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 10_000,
  // Each instance has its own connection and secret.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_retries': 0,
  'grpc.service_config_disable_resolution': 1,
  // A proxy from the environment would resolve the name itself.
  'grpc.enable_http_proxy': 0,
  'grpc.enable_channelz': 0,
};

/** Resolves the name. @throws ChannelFailed `unknown_host` or `private_network`. */
export async function findAddresses(host: string, guard: OutgoingGuard): Promise<readonly string[]> {
  try {
    guard.checkLiteral(host);
    if (isIP(host) !== 0) return [host];
    return await new Promise((resolve, reject) => {
      guard.lookup(host, { all: true }, (failure, found) => {
        if (failure) reject(failure);
        else resolve((found as unknown as { address: string }[]).map(({ address }) => address));
      });
    });
  } catch (cause) {
    if (cause instanceof OutgoingRefused)
      throw new ChannelFailed('private_network', cause.addresses.join(', '), { cause });
    throw new ChannelFailed('unknown_host', (cause as Error).message, { cause });
  }
}

/** @throws ChannelFailed when the lookup fails, or the name has no address that this server may reach. */
export async function openChannel(target: ChannelTarget, guard: OutgoingGuard, clock: Clock): Promise<Channel> {
  const addresses = await findAddresses(target.host, guard);
  const [first = ''] = addresses;
  // A target of grpc-js takes addresses of one family only.
  const family = isIP(first) === 6 ? 'ipv6' : 'ipv4';
  const usable = addresses.filter((one) => isIP(one) === isIP(first));
  const places = usable.map((one) => (family === 'ipv6' ? `[${one}]:${target.port}` : `${one}:${target.port}`));
  const name = target.serverName || target.host;
  const client = new Client(`${family}:${places.join(',')}`, credentialsOf(target), {
    ...channelOptions,
    'grpc.default_authority': isIP(name) === 6 ? `[${name}]` : name,
    ...(target.isPlaintext || isIP(name) !== 0 ? {} : { 'grpc.ssl_target_name_override': name }),
  });
  const metadata = new Metadata();
  if (target.secret !== '') metadata.set('authorization', `Bearer ${target.secret}`);
  return {
    call: (path, request, timeoutMs) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          (bytes: Buffer) => bytes,
          request,
          metadata,
          { deadline: clock.nowMs() + timeoutMs },
          (failure, answer) => (failure ? reject(toChannelFailed(failure) ?? failure) : resolve(answer!)),
        );
      }),
    close: () => client.close(),
  };
}

function credentialsOf({ isPlaintext, ca }: ChannelTarget) {
  if (isPlaintext) return credentials.createInsecure();
  return credentials.createSsl(ca === '' ? null : Buffer.from(ca));
}

/** The connection failure behind a failed call; undefined when the server itself responded. */
function toChannelFailed(failure: ServiceError): ChannelFailed | undefined {
  const { code, details } = failure;
  // grpc-js writes this text itself (load-balancer-pick-first.ts). The last connection failure follows it.
  if (code !== status.UNAVAILABLE || !details.startsWith('No connection established')) return undefined;
  const reason = details
    .replace(/^No connection established\. Last error: /, '')
    .replace(/\. Resolution note:.*$/s, '');
  const isTls = /certificate|altnames|SSL|TLS|EPROTO|wrong version/i.test(reason);
  return new ChannelFailed(isTls ? 'tls' : 'unreachable', reason, { cause: failure });
}
