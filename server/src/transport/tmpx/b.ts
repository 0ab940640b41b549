import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, Server, ServerCredentials } from '@grpc/grpc-js';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { startTransport } from '../transport.fixture.ts';

const m = RoomService.method.getMedia;
const t = await startTransport({ 'RoomService.GetMedia': () => ({ media: { id: 'm', name: 'abc' } }) });
t.calls.push = () => 0;
const bare = new Server();
bare.addService(
  {
    GetMedia: {
      path: '/service.client.RoomService/GetMedia',
      requestStream: false,
      responseStream: false,
      requestSerialize: (b: Buffer) => b,
      requestDeserialize: (b: Buffer) => fromBinary(m.input, b),
      responseSerialize: (x: never) => Buffer.from(toBinary(m.output, x)),
      responseDeserialize: (b: Buffer) => b,
    },
  } as never,
  {
    GetMedia: (_c: never, cb: (e: null, x: unknown) => void) =>
      cb(null, create(m.output, { media: { id: 'm', name: 'abc' } })),
  },
);
const port = await new Promise<number>((r, j) =>
  bare.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (e, p) => (e ? j(e) : r(p))),
);
const req = Buffer.from(toBinary(m.input, create(m.input, { mediaId: 'm' })));
async function run(name: string, port: number) {
  const c = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const md = new Metadata();
  md.set('x-room-id', 'r');
  md.set('authorization', 'Bearer abc');
  const one = () =>
    new Promise<void>((res, rej) =>
      c.makeUnaryRequest(
        '/service.client.RoomService/GetMedia',
        (b: Buffer) => b,
        (b: Buffer) => b,
        req,
        md,
        (e) => (e ? rej(e) : res()),
      ),
    );
  const N = 6000;
  let left = N;
  const s = performance.now(),
    cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) await one();
    }),
  );
  const ms = performance.now() - s;
  const u = process.cpuUsage(cpu);
  console.log(name, Math.round((N / ms) * 1000), '/s', Math.round((u.user + u.system) / N), 'us cpu (client+server)');
  c.close();
}
for (let i = 0; i < 3; i++) {
  await run('bare', port);
  await run('ours', t.port);
}

import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
for (const path of ['/health/live', '/api/rooms/r/media/m', '/api/public/time'])
  for (let i = 0; i < 2; i++) {
    const N = 6000;
    let left = N;
    const s = performance.now();
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (left-- > 0)
          await new Promise<void>((r) =>
            http.get(
              { port: t.port, host: '127.0.0.1', path, agent, headers: { authorization: 'Bearer abc' } },
              (x) => {
                x.resume();
                x.on('end', r);
              },
            ),
          );
      }),
    );
    console.log(path, Math.round((N / (performance.now() - s)) * 1000), '/s');
  }
const plain = http
  .createServer((q, r) => {
    r.setHeader('content-type', 'application/json');
    r.end('{"a":1}');
  })
  .listen(0);
{
  const N = 6000;
  let left = N;
  const s = performance.now();
  const port = (plain.address() as never as { port: number }).port;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0)
        await new Promise<void>((r) =>
          http.get({ port, host: '127.0.0.1', path: '/', agent }, (x) => {
            x.resume();
            x.on('end', r);
          }),
        );
    }),
  );
  console.log('plain http', Math.round((N / (performance.now() - s)) * 1000), '/s');
}
process.exit(0);
