/** Checks that contact the server at its public URL, through any proxy in front of it. [DOC4] */

import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials } from '@grpc/grpc-js';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { WebSocket } from 'ws';
import { systemClock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config/config-keys.ts';
import { type Check, type Finding, failed, ok, sentence, skipped, warning } from './check.ts';

/** Time limit for an answer over gRPC, in milliseconds. */
const callMs = 8_000;
/** Matches refused handshakes that come from the server, not from a proxy. */
const ownRefusal = /"code":"(?:call\.unauthenticated|rooms\.not_found|realtime\.)/;

const stopped = skipped('no server runs that could be asked');

/** A check that needs a running server, and its public address. */
function byAddress(name: string, ask: (url: string, signal: AbortSignal, config: Config) => Promise<Finding>): Check {
  return {
    name,
    async run(patient, signal) {
      const { config, publicUrl } = patient;
      return config && publicUrl !== undefined ? ask(publicUrl, signal, config) : stopped;
    },
  };
}

const proxyAdvice = 'see what the guide on hosting says of reverse proxies, and compare the proxy’s configuration';

export const restCheck = byAddress('address: rest', async (url, signal) => {
  try {
    const response = await fetch(`${url}/health/live`, { signal });
    const answer = await response.text();
    if (response.ok && answer.includes('"up"')) return ok(`${url} leads to this server`);
    return failed(`${url} answers ${response.status}, and not as this server does`, proxyAdvice);
  } catch (cause) {
    return failed(`${url} does not answer: ${sentence(cause)}`, 'see whether the name and the port lead to the proxy');
  }
});

/** Without a room and a token, the server refuses the handshake with a text that no proxy sends. */
export const socketCheck = byAddress('address: socket', (url, signal) => {
  const { origin } = new URL(url);
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/rooms/doctor`, { origin });
  signal.addEventListener('abort', () => socket.terminate(), { once: true });
  const refused = (reason: string) => `the handshake of a WebSocket does not reach the server: ${reason}`;
  return new Promise((resolve) => {
    socket.on('error', (cause) => resolve(failed(refused(sentence(cause)), proxyAdvice)));
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => {
        if (text.includes('wrong_origin'))
          resolve(
            failed('the proxy does not pass on the host of requests', 'let it pass on Host, or set webauthn.rp_origin'),
          );
        else if (ownRefusal.test(text)) resolve(ok('handshakes of WebSockets reach the server'));
        else resolve(failed(refused(`the answer is ${response.statusCode}`), proxyAdvice));
      });
      response.on('error', (cause) => resolve(failed(refused(sentence(cause)), proxyAdvice)));
    });
  });
});

export const eventsCheck = byAddress('address: events', async (url, signal) => {
  try {
    const response = await fetch(`${url}/api/probe/events`, { signal });
    if (!response.ok || !response.body)
      return failed(`a stream of events is answered by ${response.status}`, proxyAdvice);
    let pieces = 0;
    for await (const piece of response.body) if (piece.length > 0) pieces++;
    if (pieces > 1) return ok('events come as they are sent');
    return failed(
      'the proxy keeps events back until the stream ends',
      'switch its buffering off for text/event-stream',
    );
  } catch (cause) {
    return failed(`a stream of events breaks: ${sentence(cause)}`, proxyAdvice);
  }
});

export const rangesCheck = byAddress('address: ranges', async (url, signal) => {
  try {
    const response = await fetch(`${url}/api/probe/bytes`, { signal, headers: { range: 'bytes=100-199' } });
    const bytes = await response.arrayBuffer();
    const isRange = response.status === 206 && response.headers.get('content-range') === 'bytes 100-199/4096';
    if (isRange && bytes.byteLength === 100) return ok('parts of films are answered as parts');
    return failed(
      `a range of bytes is answered by ${response.status}`,
      'let the proxy pass on Range and Content-Range',
    );
  } catch (cause) {
    return failed(`a range of bytes breaks: ${sentence(cause)}`, proxyAdvice);
  }
});

export const grpcCheck = byAddress('address: grpc', async (url, _signal, config) => {
  if (config['server.base_path'] !== '') return skipped('gRPC has no paths, so it is not served below one');
  const { protocol, host, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const target = port === '' ? `${hostname}:${isSecure ? 443 : 80}` : host;
  const client = new Client(target, isSecure ? credentials.createSsl() : credentials.createInsecure());
  try {
    await askTime(client);
    return ok('gRPC reaches the server');
  } catch (cause) {
    return warning(
      `gRPC does not reach the server: ${sentence(cause)}`,
      'let the proxy pass on HTTP/2, if programs use gRPC; the web app does not need it',
    );
  } finally {
    client.close();
  }
});

/** Requests the server's time, which anyone may do. */
function askTime(client: Client): Promise<void> {
  const { input, name, parent } = PublicService.method.getServerTime;
  const write = () => Buffer.from(toBinary(input, create(input)));
  const options = { deadline: systemClock.nowMs() + callMs };
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(`/${parent.typeName}/${name}`, write, Buffer.from, {}, options, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}
