import { once } from 'node:events';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { type Running, startTransport } from '../transport.fixture.ts';

let running: Running;
afterEach(() => running.stop());

test.each([
  { name: 'a refused call', code: status.NOT_FOUND },
  { name: 'a compressed call', encoding: 'gzip', code: status.UNIMPLEMENTED },
])('[TR30] $name is answered with headers and then trailers', async ({ encoding = 'identity', code }) => {
  running = await startTransport({
    'PublicService.GetServerTime': () => {
      throw new AppError('not_found', 'room.not_found', 'There is no such room.');
    },
  });
  const session = connect(`http://127.0.0.1:${running.port}`);
  const path = '/service.client.PublicService/GetServerTime';
  const head = { 'content-type': 'application/grpc', te: 'trailers', 'grpc-encoding': encoding };
  const stream = session.request({ ':method': 'POST', ':path': path, ...head });
  // One message without a byte, which is not compressed (gRPC's PROTOCOL-HTTP2, Length-Prefixed-Message).
  stream.end(Buffer.alloc(5));
  stream.resume();
  const seen: Record<string, IncomingHttpHeaders> = {};
  for (const event of ['response', 'trailers']) stream.once(event, (headers) => (seen[event] = headers));
  await once(stream, 'close');
  session.close();
  expect(seen['response']).not.toHaveProperty('grpc-status');
  expect(seen['trailers']).toMatchObject({ 'grpc-status': String(code) });
});
