import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type ServerMessage,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import { until } from '@matinee/testkit/until.ts';
import { makeRoom } from '@matinee/testkit/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandom } from '../../kernel/random.ts';
import { makeLineKeys } from './line-keys.ts';

type ClientBody = NonNullable<MessageInitShape<typeof ClientMessageSchema>['message']>;

const hasRedis = hasProgram('redis-server');

describe('a room without WebSockets', () => {
  let server: TestServer;
  let anna: TestUser;
  let room: string;

  /** Another replica, if there is a Redis. */
  let other: TestServer | undefined;
  let redis: RedisProcess | undefined;

  beforeAll(async () => {
    if (hasRedis) redis = await startRedis();
    const config = redis ? { 'redis.url': `redis://127.0.0.1:${redis.port}` } : {};
    server = await startTestServer({ config });
    if (redis) other = await startTestServer({ config, database: server.database });
    anna = await server.signUp('anna');
    room = await makeRoom(server, anna);
  });
  afterAll(async () => {
    await Promise.all([server?.stop(), other?.stop()]);
    await redis?.stop();
  });

  const ticketOf = async () =>
    (await server.ok({ call: 'RoomService.CreateWebSocketTicket', token: anna.token, room })).ticket as string;

  /** Opens a line, and records its frames. */
  async function open() {
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/api/rooms/${room}/line?ticket=${await ticketOf()}`, {
      signal: leaving.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames: ServerMessage[] = [];
    let key = '';
    let isOver = false;
    const reading = (async () => {
      let text = '';
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        text += piece;
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data === undefined) continue;
          if (block.includes('event: line')) key = data;
          else frames.push(fromBinary(ServerMessageSchema, Buffer.from(data, 'base64')));
        }
      }
    })()
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    await until('the welcome', () => frames.some(({ message }) => message.case === 'welcome'));
    return { frames, key, isOver: () => isOver, close: () => leaving.abort(), reading };
  }
  const encode = (message: ClientBody) =>
    Buffer.from(
      toBinary(ClientMessageSchema, create(ClientMessageSchema, { message, clientOperationId: 'op' })),
    ).toString('base64');
  const post = (body: unknown, at = server) =>
    fetch(`${at.url}/api/lines`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('[RT38] it gets what a socket gets, and commands are run', async () => {
    const line = await open();
    const observe = {
      case: 'observeResource',
      value: { observeId: 'chat', resource: { case: 'chatEvents', value: {} } },
    };
    const say = { case: 'sendChatMessage', value: { clientMessageId: 'one', content: 'hello', roomId: room } };
    const frames = [observe, say].map((message) => encode(message as ClientBody));
    expect((await post({ line: line.key, frames })).status).toBe(204);
    await until('the message', () =>
      line.frames.some(
        ({ message }) =>
          message.case === 'resourceChanged' &&
          message.value.resource.case === 'chatEvent' &&
          message.value.resource.value.message?.content === 'hello',
      ),
    );
    await until('the answer', () => line.frames.some(({ message }) => message.case === 'commandDone'));
    line.close();
    await line.reading;
  });

  test.skipIf(!hasRedis)('[RT39] frames that another replica takes reach the line', async () => {
    const line = await open();
    const say = { case: 'sendChatMessage', value: { clientMessageId: 'far', content: 'from afar', roomId: room } };
    const body = { line: line.key, frames: [encode(say as ClientBody)] };
    // Succeeds once the replicas know each other. A message that is sent again counts as the same one.
    await until('the other replica passes it on', async () => (await post(body, other)).status === 204);
    await until('the answer', () => line.frames.some(({ message }) => message.case === 'commandDone'));
    line.close();
    await line.reading;
  });

  test('[RT38] its tickets are spent once, and it ends with the sign-in', async () => {
    const ticket = await ticketOf();
    const address = `${server.url}/api/rooms/${room}/line`;
    const first = await fetch(`${address}?ticket=${ticket}`);
    expect(first.status).toBe(200);
    await first.body!.cancel();
    expect((await fetch(`${address}?ticket=${ticket}`)).status).toBe(401);
    expect((await fetch(address)).status).toBe(400);
    const bert = await server.signUp('bert');
    const foreign = await server.rest({ call: 'RoomService.CreateWebSocketTicket', token: bert.token, room });
    expect(foreign.status).toBe(403);
    const line = await open();
    await server.ok({ call: 'UserService.Logout', token: anna.token, request: {} });
    await until('it is over', line.isOver);
    expect(line.frames.at(-1)?.message.case).toBe('termination');
  });

  test('[RT39] keys that nobody has made, and bodies that are none, are refused', async () => {
    const { key } = makeLineKeys('another secret', systemRandom).make();
    for (const line of [key, '', 'x'.repeat(64)]) expect((await post({ line, frames: [] })).status).toBe(404);
    const wrong = [
      undefined,
      1,
      [],
      {},
      { line: key },
      { line: key, frames: [1] },
      { line: key, frames: Array(65).fill('') },
    ];
    for (const body of wrong) expect((await post(body)).status).toBe(400);
  });
});
