import { create } from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeCollector, startFakeCollector } from './collector.fake.ts';

const parentId = 'b7ad6b7169203331';

let collector: FakeCollector;
let server: TestServer;
let anna: TestUser;
let room: string;
beforeAll(async () => {
  collector = await startFakeCollector();
  // What no caller decides is not traced, so that only the calls of these tests are.
  server = await startTestServer({ config: { 'tracing.endpoint': collector.url, 'tracing.sample_ratio': 0 } });
  anna = await server.signUp('anna');
  room = await makeRoom(server, anna, { name: 'A secret evening' });
});
afterAll(async () => {
  await server?.stop();
  await collector?.stop();
});

const traceOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const header = (traceId: string) => `00-${traceId}-${parentId}-01`;

test('[TC1] [TC2] [TC3] a call by REST has a span with its statements, in the trace of the caller and without values', async () => {
  const traceId = '1'.repeat(32);
  const answer = await fetch(`${server.url}/api/rooms/${room}/chat/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${anna.token}`,
      'content-type': 'application/json',
      'x-request-id': 'request-1',
      traceparent: header(traceId),
    },
    body: JSON.stringify({ content: 'a secret sentence', client_message_id: 'm1' }),
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => traceOf(traceId).some(({ parentSpanId }) => parentSpanId === parentId)).toBe(true);
  const call = traceOf(traceId).find(({ parentSpanId }) => parentSpanId === parentId)!;
  expect(call.name).toBe('RoomService.SendChatMessage');
  expect(call.attributes).toContainEqual({ key: 'matinee.request_id', value: { stringValue: 'request-1' } });
  const parts = traceOf(traceId).filter(({ parentSpanId }) => parentSpanId === call.spanId);
  expect(parts.map(({ name }) => name)).toContain('SELECT');
  for (const secret of [room, anna.token, anna.id, 'anna', 'secret'])
    expect(collector.bodies.join()).not.toContain(secret);
});

test('[TC1] [TC2] a call by gRPC has one too, with the code of its failure', async () => {
  const traceId = '2'.repeat(32);
  const client = new GrpcClient(server.app.port);
  const metadata = new Metadata();
  metadata.set('traceparent', header(traceId));
  const method = PublicService.method.getServerInfo;
  await client.send(method, create(method.input), metadata);
  client.close();
  await expect.poll(() => traceOf(traceId)).toMatchObject([{ name: 'PublicService.GetServerInfo', status: {} }]);
});
