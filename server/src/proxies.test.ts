/** Two replicas, and a third that is down, behind each of the proxies in `deploy/proxies`. */
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { ClientMessageSchema, type ServerMessage } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { GrpcClient } from '@matinee/testkit/grpc-client.ts';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { makeCertificate, type OwnCertificate } from '@matinee/testkit/outside/provider-backend.ts';
import { type ReverseProxy, reverseProxies, startReverseProxy } from '@matinee/testkit/outside/reverse-proxies.ts';
import { type RedisProcess, startRedis } from '@matinee/testkit/process.ts';
import { callRest, http } from '@matinee/testkit/rest-client.ts';
import { startTestServer, type TestServer, testPassword } from '@matinee/testkit/server.ts';
import { openSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFrame, makeStudio, publish, type Sender, type Studio } from './features/media/streams/streams.fixture.ts';

const long = 120_000;
/** Clients come from here, and proxies from 127.0.0.1, which alone is trusted. */
const clientAddress = '127.0.0.2';
const forged = '203.0.113.9';

interface Place {
  readonly servers: readonly TestServer[];
  readonly studio: Studio;
}

let certificate: OwnCertificate;
let redis: RedisProcess;
let deadPort: number;
let agent: Agent;
const before = getGlobalDispatcher();

const there = reverseProxies.filter((name) => hasProgram(name));
const isReady = hasProgram('openssl') && hasProgram('redis-server');

async function startPlace(path: string): Promise<Place> {
  const config = {
    'redis.url': redis.url,
    'rtmp.address': '127.0.0.1:0',
    'server.trusted_proxies': ['127.0.0.1'],
    'server.base_path': path,
  };
  const first = await startTestServer({ config });
  const second = await startTestServer({ config, database: first.database });
  return { servers: [first, second], studio: await makeStudio(first) };
}

describe.skipIf(!isReady)('replicas', () => {
  beforeAll(async () => {
    certificate = makeCertificate();
    redis = await startRedis();
    deadPort = await freePort();
    agent = new Agent({ localAddress: clientAddress, connect: { ca: certificate.ca, family: 4 } });
    setGlobalDispatcher(agent);
  }, long);
  afterAll(async () => {
    setGlobalDispatcher(before);
    await agent?.close();
    await redis?.stop();
    certificate?.remove();
  }, long);

  describe.each(['', '/cinema'])('under the path "%s"', (path) => {
    let place: Place;
    beforeAll(async () => {
      place = await startPlace(path);
    }, long);
    afterAll(async () => {
      for (const server of place?.servers ?? []) await server.stop();
    });

    describe.each(there)('behind %s', (name) => {
      let proxy: ReverseProxy;
      let grpc: GrpcClient;

      beforeAll(async () => {
        const [first, second] = place.servers.map(({ app }) => app.port) as [number, number];
        proxy = await startReverseProxy(name, { replicas: [first, deadPort, second], path, certificate });
        grpc = new GrpcClient(proxy.port, certificate.ca);
        const isThere = () =>
          fetch(`${proxy.url}/health/ready`).then(
            ({ ok }) => ok,
            () => false,
          );
        await until('it answers', isThere);
      }, long);
      afterAll(async () => {
        grpc?.close();
        await proxy?.stop();
      });

      const ask = (call: string, request: object = {}, more: object = {}) =>
        callRest(proxy.url, {
          call,
          token: place.studio.owner.token,
          room: place.studio.room,
          request: request as never,
          ...more,
        });
      const open = (query: string, headers: Record<string, string> = {}) =>
        openSocket(`${proxy.url.replace('https', 'wss')}/ws/rooms/${place.studio.room}${query}`, {
          ...{ ca: certificate.ca, localAddress: clientAddress, family: 4, headers },
        });

      test('[TR110] calls are answered, each of them, and a session is refreshed', async () => {
        for (let n = 0; n < 9; n++) {
          const client_message_id = crypto.randomUUID();
          const answer = await ask('RoomService.SendChatMessage', { client_message_id, content: 'a call' });
          expect(answer, answer.message).toMatchObject({ status: 200, json: { message: { client_message_id } } });
        }
        const { username } = place.studio.member;
        const session = await ask('AuthService.LoginWithDirectPassword', { username, password: testPassword });
        expect(session.status).toBe(200);
        const { refreshToken: refresh_token } = session.json;
        expect((await ask('AuthService.RefreshToken', { refresh_token })).json.accessToken).toBeTruthy();
      });

      test('[TR110] a socket takes messages both ways', async () => {
        const { ticket } = (await ask('RoomService.CreateWebSocketTicket')).json;
        const socket = await open(`?ticket=${ticket}`);
        await socket.next('welcome');
        await socket.observe({ case: 'chatEvents', value: {} });
        const clientMessageId = crypto.randomUUID();
        const value = { clientMessageId, content: `behind ${name}` };
        expect(await socket.command({ case: 'sendChatMessage', value })).toBeUndefined();
        await socket.change('chatEvent', ({ message }) => message?.clientMessageId === clientMessageId);
        await socket.close();
      });

      test('[TR110] where there are no sockets, a line brings what is posted to it, at once', async () => {
        const { ticket } = (await ask('RoomService.CreateWebSocketTicket')).json;
        const line = await fetch(`${proxy.url}/api/rooms/${place.studio.room}/line?ticket=${ticket}`);
        const reader = line.body!.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        const readUntil = async (form: RegExp) => {
          while (!form.test(text)) {
            const { done, value } = await reader.read();
            if (done) throw new Error(`it ended: ${text}`);
            text += value;
          }
          return form.exec(text)!;
        };
        const [, key] = await readUntil(/event: line\ndata: (\S+)\n/);
        const post = { verb: 'POST', path: '/api/lines', body: { line: key, frames: [] } };
        for (let n = 0; n < 3; n++) expect((await http(proxy.url, post)).status).toBe(204);
        await reader.cancel();
      });

      test('[TR110] events come, over REST and gRPC, and gRPC calls are answered', async () => {
        const { owner, room } = place.studio;
        expect(await ask('RoomService.WatchPlaybackState')).toMatchObject({ status: 200 });
        const as = { token: owner.token, room };
        for (let n = 0; n < 3; n++) {
          const answer = await grpc.call({ call: 'UserService.GetProfile', ...as });
          expect(answer).toMatchObject({ status: 0, json: { user: { username: owner.username } } });
        }
        expect(await grpc.call({ call: 'RoomService.WatchPlaybackState', ...as })).toMatchObject({ status: 0 });
        const refused = await grpc.call({ call: 'UserService.GetProfile', token: 'none' });
        expect(refused).toMatchObject({ status: 16, reason: expect.stringContaining('auth') });
      });

      test('[TR110] messages go both ways over one gRPC stream', async () => {
        const { owner, room } = place.studio;
        const stream = grpc.open(RoomService.method.messageStream, { token: owner.token, room });
        const heard: ServerMessage[] = [];
        stream.on('data', (message: ServerMessage) => heard.push(message)).on('error', () => undefined);
        const clientMessageIds = [crypto.randomUUID(), crypto.randomUUID()];
        for (const clientMessageId of clientMessageIds) {
          const message = { case: 'sendChatMessage', value: { clientMessageId, content: 'both ways' } } as const;
          stream.write(create(ClientMessageSchema, { clientOperationId: clientMessageId, message }));
          const isDone = ({ message: { case: kind, value } }: ServerMessage) =>
            kind === 'commandDone' && value.clientOperationId === clientMessageId;
          await until('the message is taken', () => heard.some(isDone));
        }
        stream.cancel();
      });

      describe('with a stream on the air', () => {
        let sender: Sender;
        beforeAll(async () => {
          sender = publish(await place.studio.key());
          expect(await sender.answer()).toBe('NetStream.Publish.Start');
          sender.begin();
          for (let ms = 500; ms < 8_000; ms += 500) sender.send('video', keyFrame, ms);
        });
        afterAll(() => void sender?.socket.destroy());
        const paths = async () => {
          const { flv, hls } = await place.studio.urls();
          const [first] = place.servers;
          return [flv, hls].map((url) => new URL(url.slice(first!.url.length), proxy.url));
        };

        test('[TR110] FLV comes as it is sent', async () => {
          const [flv] = await paths();
          const answer = await fetch(flv!);
          expect(answer.headers.get('content-type')).toBe('video/x-flv');
          const reader = answer.body!.getReader();
          let bytes = 0;
          const more = async () => {
            bytes += (await reader.read()).value?.length ?? 0;
          };
          for (let ms = 8_000; ms < 12_000; ms += 500) {
            await more();
            sender.send('video', keyFrame, ms);
          }
          expect(bytes).toBeGreaterThan(100);
          await reader.cancel();
        });

        test('[TR110] lists and segments of HLS, and the list that is waited for', async () => {
          const [, hls] = await paths();
          const main = await (await fetch(hls!)).text();
          const list = new URL(/^[^#\n].*$/m.exec(main)![0], hls);
          const shown = await (await fetch(list)).text();
          const segment = await fetch(new URL(/^[^#\n].*$/m.exec(shown)![0], list));
          expect(segment.status).toBe(200);
          expect((await segment.arrayBuffer()).byteLength).toBeGreaterThan(188);
          const next = endOf(shown);
          list.searchParams.set('_HLS_msn', String(next + 1));
          const waited = fetch(list);
          for (let ms = 12_000; ms < 20_000; ms += 500) sender.send('video', keyFrame, ms);
          expect(endOf(await (await waited).text())).toBeGreaterThan(next + 1);
        });
      });

      test('[TR110] a file of more than one part is uploaded', async () => {
        const { owner, room } = place.studio;
        const bytes = randomBytes(9 * 1_048_576);
        bytes.write('PK\u0003\u0004');
        const file = { url: proxy.url, token: owner.token, room, bytes, name: 'a.zip', type: 'application/zip' };
        expect(await uploadFile(file)).toBeTruthy();
      });

      test('[TR111] the server sees where a client is, whatever the client says about it', async () => {
        const { username } = place.studio.member;
        const response = await http(proxy.url, {
          verb: 'POST',
          path: '/api/auth/direct-password/login',
          headers: { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` },
          body: { username, password: testPassword },
        });
        expect(response.status, response.text).toBe(200);
        const { sessions } = (await ask('UserService.ListSessions', {}, { token: response.json.accessToken })).json;
        expect(sessions[0].address).toBe(clientAddress);
        const { username: other } = place.studio.owner;
        const request = { username: other, password: testPassword };
        const { json, status } = await grpc.call({
          call: 'AuthService.LoginWithDirectPassword',
          request,
          from: forged,
        });
        expect(status).toBe(0);
        const seen = (await ask('UserService.ListSessions', {}, { token: json.accessToken })).json.sessions;
        expect(seen.map(({ address }: { address: string }) => address)).not.toContain(forged);
      });

      test.each([
        ['a body', { verb: 'POST', path: '/api/rooms', body: { name: 'x'.repeat(3_000_000) } }],
        ['a header', { verb: 'GET', path: '/api/user', headers: { 'x-large': 'x'.repeat(20_000) } }],
        ['an escaped slash', { verb: 'GET', path: '/api/user/avatar-objects/a%2Fb%25' }],
        ['a path of nothing', { verb: 'GET', path: '/api/none//a' }],
      ])('[TR112] %s is refused by the server itself', async (_, call) => {
        const { token } = place.studio.owner;
        const [direct, behind] = [
          await place.servers[0]!.http({ ...call, token }),
          await http(proxy.url, { ...call, token }),
        ];
        expect([direct.status, direct.json?.code]).toEqual([expect.any(Number), expect.any(String)]);
        expect([behind.status, behind.json?.code]).toEqual([direct.status, direct.json.code]);
      });
    });
  });
});

/** The number of the segment that a list will have next. */
function endOf(list: string): number {
  return Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(list)![1]) + list.match(/#EXTINF/g)!.length;
}
