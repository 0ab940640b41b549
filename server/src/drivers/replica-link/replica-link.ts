/**
 * HTTP to another replica of this server, at the address that the replica has stored. The outgoing guard does not
 * apply: replicas run in private networks.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

/** The replica gave no usable response. */
export class ReplicaLinkFailed extends Error {
  override readonly name = 'ReplicaLinkFailed';
}

export interface ReplicaAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  /** Fails when the link breaks, or is silent for longer than `silentMs`. */
  readonly body: AsyncIterable<Buffer>;
}

export interface ReplicaRequest {
  readonly url: string;
  /** Longest silence in milliseconds, including the wait for the response. */
  readonly silentMs: number;
  /** Ends the link. */
  readonly signal: AbortSignal;
}

export type OpenReplicaLink = (request: ReplicaRequest) => Promise<ReplicaAnswer>;

/**
 * Opens a response that may be endless. Does not verify the certificate, which names no replica: callers let the
 * replica prove that it has the server's secret. @throws ReplicaLinkFailed
 */
export const openReplicaLink: OpenReplicaLink = ({ url, silentMs, signal }) =>
  new Promise((resolve, reject) => {
    const isTls = url.startsWith('https:');
    const send = isTls ? tlsRequest : plainRequest;
    const asked = send(url, { agent: false, signal, ...(isTls ? { rejectUnauthorized: false } : {}) });
    asked.setTimeout(silentMs, () => asked.destroy(new ReplicaLinkFailed('the replica is silent')));
    asked.on('error', (cause) => reject(new ReplicaLinkFailed('the replica does not answer', { cause })));
    asked.on('response', (answer) => resolve(toAnswer(answer)));
    asked.end();
  });

function toAnswer(answer: IncomingMessage): ReplicaAnswer {
  return {
    status: answer.statusCode ?? 0,
    header: (name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    body: answer,
  };
}
