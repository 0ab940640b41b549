import { once } from 'node:events';
import { create, type DescMethod, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  type CallOptions,
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import { BadRequestSchema } from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { AuthService } from '@matinee/contract/gen/service/client/auth_service_pb.ts';
import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import type { BidiHandler } from './grpc/bidi.ts';
import { type Running, startTransport, turns, until } from './transport.fixture.ts';

let running: Running;
let client: Client;
let start: typeof startTransport;

beforeEach(() => {
  start = async (...parameters) => {
    running = await startTransport(...parameters);
    client = new Client(`127.0.0.1:${running.port}`, credentials.createInsecure());
    return running;
  };
});
afterEach(async () => {
  client.close();
  await running.stop();
});

const { getServerInfo, getServerTime } = PublicService.method;
const { getMedia, watchChatEvents, messageStream } = RoomService.method;

function pathOf(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function metadataOf(entries: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(entries)) metadata.set(key, value);
  return metadata;
}

function send(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}

interface Answer {
  readonly bytes?: Buffer | undefined;
  readonly error?: ServiceError | undefined;
  readonly trailers: Metadata;
}

function callRaw(
  method: DescMethod,
  bytes: Uint8Array,
  metadata = new Metadata(),
  options: CallOptions = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    let answered: Pick<Answer, 'bytes' | 'error'> = {};
    const call = client.makeUnaryRequest(
      pathOf(method),
      send as never,
      same,
      bytes,
      metadata,
      options,
      (error, answer) => {
        answered = { error: error ?? undefined, bytes: answer as Buffer | undefined };
      },
    );
    call.on('status', ({ metadata: trailers }) => setImmediate(() => resolve({ ...answered, trailers })));
  });
}

/** A message of `length` bytes. It has only one field (127, length-delimited), which no message of the contract has. */
function unknownBytes(length: number): Uint8Array {
  const head = new BinaryWriter().tag(127, WireType.LengthDelimited).uint32(length);
  const headLength = head.finish().length;
  return new BinaryWriter()
    .tag(127, WireType.LengthDelimited)
    .bytes(new Uint8Array(length - headLength))
    .finish();
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

/** Decodes `google.rpc.Status`: type names and payloads of its details. */
function detailsOf(error: ServiceError | undefined): Record<string, Uint8Array> {
  const [encoded] = error?.metadata.get('grpc-status-details-bin') ?? [];
  const details: Record<string, Uint8Array> = {};
  const reader = new BinaryReader(encoded as Buffer);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field !== 3) {
      reader.skip(wire);
      continue;
    }
    const any = new BinaryReader(reader.bytes());
    any.tag();
    const type = any.string();
    any.tag();
    details[type.replace('type.googleapis.com/google.rpc.', '')] = any.bytes();
  }
  return details;
}

describe('unary calls', () => {
  test('[TR31] room, token and request id travel in the metadata', async () => {
    await start({ 'RoomService.GetMedia': () => ({ media: { id: 'med_1' } }) });
    const request = toBinary(getMedia.input, create(getMedia.input, { mediaId: 'med_1' }));
    const metadata = metadataOf({ authorization: 'Bearer abc', 'x-room-id': 'room_1', 'x-request-id': 'req-1' });
    const { bytes, trailers } = await callRaw(getMedia, request, metadata);
    expect(fromBinary(getMedia.output, bytes as Buffer).media?.id).toBe('med_1');
    expect(trailers.get('x-request-id')).toEqual(['req-1']);
    expect(running.calls[0]).toMatchObject({
      message: { mediaId: 'med_1' },
      bearer: 'abc',
      roomId: 'room_1',
      requestId: 'req-1',
      transport: 'grpc',
      address: '127.0.0.1',
    });
  });

  test('[TR31] a room is named in the metadata only', async () => {
    await start();
    await callRaw(getMedia, toBinary(getMedia.input, create(getMedia.input, { roomId: 'room_1' })));
    expect(running.calls[0]?.roomId).toBeUndefined();
  });

  test('[TR30] [TR38] errors have status, ErrorInfo, BadRequest and RetryInfo', async () => {
    await start({
      'PublicService.GetServerTime': () => {
        throw new AppError('resource_exhausted', 'call.rate_limited', 'Zu schnell – später.', {
          violations: [{ field: 'a.b', reason: 'mail.not_a_host', description: 'is none' }],
          retryAfterSeconds: 7,
          metadata: { limit: '5' },
        });
      },
    });
    const { error, trailers } = await callRaw(getServerTime, new Uint8Array());
    expect([error?.code, error?.details]).toEqual([status.RESOURCE_EXHAUSTED, 'Zu schnell – später.']);
    const details = detailsOf(error);
    const info = new BinaryReader(details.ErrorInfo as Uint8Array);
    info.tag();
    const reason = info.string();
    info.tag();
    expect([reason, info.string()]).toEqual(['call.rate_limited', 'matinee']);
    expect(Buffer.from(details.ErrorInfo as Uint8Array).includes('limit')).toBe(true);
    const { fieldViolations } = fromBinary(BadRequestSchema, details.BadRequest as Uint8Array);
    expect(fieldViolations).toMatchObject([{ field: 'a.b', reason: 'mail.not_a_host', description: 'is none' }]);
    expect([...(details.RetryInfo as Uint8Array)]).toEqual([10, 2, 8, 7]);
    expect(trailers.get('x-request-id')[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('[TR30] other failures are INTERNAL and tell nothing about themselves', async () => {
    await start({
      'PublicService.GetServerTime': () => {
        throw new Error('password of the database');
      },
    });
    const { error } = await callRaw(getServerTime, new Uint8Array());
    expect(error).toMatchObject({ code: status.INTERNAL, details: 'Something went wrong on the server.' });
  });

  test('[TR30] a message that does not decode is INVALID_ARGUMENT', async () => {
    await start();
    const { error } = await callRaw(getMedia, new Uint8Array([10, 200, 1]), metadataOf({ 'x-room-id': 'r' }));
    expect([error?.code, running.calls.length]).toEqual([status.INVALID_ARGUMENT, 0]);
  });

  test.each([
    { method: getServerInfo, most: 262_144 },
    { method: AuthService.method.login, most: 65_536 },
    { method: AdminService.method.importSettings, most: 4_194_304 },
  ])('[TR35] $method.name takes $most bytes and refuses one more as RESOURCE_EXHAUSTED', async ({ method, most }) => {
    await start();
    expect((await callRaw(method, unknownBytes(most))).error).toBeUndefined();
    const { error } = await callRaw(method, unknownBytes(most + 1));
    expect([error?.code, running.calls.length]).toEqual([status.RESOURCE_EXHAUSTED, 1]);
  });

  test('[TR35] compressed messages are UNIMPLEMENTED', async () => {
    await start();
    // grpc-js compresses if the client's channel requests it: 2 is gzip.
    const gzipping = new Client(`127.0.0.1:${running.port}`, credentials.createInsecure(), {
      'grpc.default_compression_algorithm': 2,
    });
    const error = await new Promise<ServiceError | null>((resolve) =>
      gzipping.makeUnaryRequest(pathOf(getServerInfo), send as never, same, unknownBytes(1_000), resolve),
    );
    gzipping.close();
    expect([error?.code, running.calls.length]).toEqual([status.UNIMPLEMENTED, 0]);
  });

  test('[TR36] fields that the contract does not have are not kept', async () => {
    await start();
    await callRaw(getServerInfo, new Uint8Array([0xf8, 0x07, 0x01]));
    expect(running.calls[0]?.message.$unknown).toBeUndefined();
  });

  test('[TR29] deadline and cancelling abort the signal', async () => {
    await start({
      'PublicService.GetServerInfo': ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
    });
    const { error } = await callRaw(getServerInfo, new Uint8Array(), new Metadata(), { deadline: Date.now() + 100 });
    expect(error?.code).toBe(status.DEADLINE_EXCEEDED);
    await until(() => running.calls[0]?.signal.aborted === true);
    const call = client.makeUnaryRequest(pathOf(getServerInfo), send as never, same, new Uint8Array(), () => undefined);
    await until(() => running.calls.length === 2);
    call.cancel();
    await until(() => running.calls[1]?.signal.aborted === true);
  });
});

describe('server streams', () => {
  function watch(metadata = new Metadata()) {
    const seen: string[] = [];
    const call: ClientReadableStream<MessageShape<typeof watchChatEvents.output>> = client.makeServerStreamRequest(
      pathOf(watchChatEvents),
      send as never,
      (bytes) => fromBinary(watchChatEvents.output, bytes),
      new Uint8Array(),
      metadata,
    );
    const ended = new Promise<{ code: number; details: string; metadata: Metadata }>((resolve) =>
      call.on('status', resolve as never),
    );
    call.on('data', ({ event }) => seen.push(event.eventId));
    call.on('error', () => undefined);
    return { call, seen, ended };
  }

  test('[TR33] messages, then status and request id', async () => {
    await start({
      'RoomService.WatchChatEvents': async function* () {
        yield { event: { eventId: '1', kind: ChatEventKind.SENT } };
        yield { event: { eventId: '2' } };
      },
    });
    const { seen, ended } = watch(metadataOf({ 'x-request-id': 'req-2' }));
    const { code, metadata } = await ended;
    expect([seen, code, metadata.get('x-request-id')]).toEqual([['1', '2'], status.OK, ['req-2']]);
  });

  test('[TR33] a refusal, and a failure after the start', async () => {
    await start({
      'RoomService.WatchChatEvents': async function* ({ roomId }) {
        if (roomId) yield { event: { eventId: '1' } };
        throw new AppError('permission_denied', 'call.not_a_member', 'No.');
      },
    });
    expect((await watch().ended).code).toBe(status.PERMISSION_DENIED);
    const later = watch(metadataOf({ 'x-room-id': 'r' }));
    expect([(await later.ended).code, later.seen]).toEqual([status.PERMISSION_DENIED, ['1']]);
  });

  test('[TR33] headers come once access is decided; a client that cancels aborts the signal', async () => {
    await start({
      'RoomService.WatchChatEvents': async function* (incoming) {
        incoming.onAdmitted?.();
        await new Promise((resolve) => incoming.signal.addEventListener('abort', resolve));
      },
    });
    const { call } = watch();
    await new Promise((resolve) => call.once('metadata', resolve));
    call.cancel();
    await until(() => running.calls[0]?.signal.aborted === true);
  });

  test('[TR33] the source is read no faster than the client reads', async () => {
    let made = 0;
    await start({
      'RoomService.WatchChatEvents': async function* () {
        for (;;) {
          made++;
          yield { event: { eventId: '1', message: { content: 'x'.repeat(10_000) } } };
        }
      },
    });
    const { call } = watch();
    call.pause();
    await until(() => made > 0);
    // Without backpressure this source would make an event in each turn of the event loop.
    await turns(10_000);
    expect(made).toBeLessThan(5_000);
    call.cancel();
  });

  test('[TR33] a server that stops says UNAVAILABLE', async () => {
    await start({
      'RoomService.WatchChatEvents': async function* ({ signal }) {
        yield { event: { eventId: '1' } };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const { ended, seen } = watch();
    await until(() => seen.length === 1);
    await running.stop();
    expect((await ended).code).toBe(status.UNAVAILABLE);
  });
});

describe('bidirectional streams', () => {
  const echo: BidiHandler = (stream, call) => {
    stream.onMessage((bytes) => {
      const { message } = fromBinary(ClientMessageSchema, bytes);
      if (message.case === 'observeResource') return stream.close(4002, 'banned');
      if (message.case === 'unobserveResource') return stream.close(1000, 'bye');
      const answer = {
        case: 'welcome',
        value: { roomId: call.room?.roomId ?? running.calls[0]?.roomId ?? '' },
      } as const;
      stream.send(toBinary(ServerMessageSchema, create(ServerMessageSchema, { message: answer })));
      expect(stream.buffered()).toBeGreaterThanOrEqual(0);
    });
    stream.onClose(() => stream.close(1000, ''));
  };
  const frame = (kind: 'heartbeat' | 'observeResource' | 'unobserveResource') =>
    toBinary(ClientMessageSchema, create(ClientMessageSchema, { message: { case: kind, value: {} } as never }));

  function connect(room?: string) {
    const seen: string[] = [];
    const call: ClientDuplexStream<Uint8Array, Buffer> = client.makeBidiStreamRequest(
      pathOf(messageStream),
      send as never,
      same,
      metadataOf(room === undefined ? {} : { 'x-room-id': room }),
    );
    const ended = new Promise<{ code: number; details: string; metadata: Metadata }>((resolve) =>
      call.on('status', resolve as never),
    );
    call.on('data', (bytes: Buffer) => seen.push(fromBinary(ServerMessageSchema, bytes).message.case ?? ''));
    call.on('error', () => undefined);
    return { call, seen, ended };
  }

  test('[TR32] messages in both directions, ended by either side', async () => {
    await start({}, { bidi: new Map([[messageStream, echo]]) });
    const one = connect('room_1');
    one.call.write(frame('heartbeat'));
    one.call.write(frame('heartbeat'));
    await until(() => one.seen.length === 2);
    one.call.end();
    expect((await one.ended).code).toBe(status.OK);
    const other = connect('room_1');
    other.call.write(frame('unobserveResource'));
    const { code, metadata } = await other.ended;
    expect([code, metadata.get('x-request-id').length]).toEqual([status.OK, 1]);
  });

  test('[TR32] a close code becomes the status it means', async () => {
    await start({}, { bidi: new Map([[messageStream, echo]]) });
    const { call, ended } = connect('room_1');
    call.write(frame('observeResource'));
    expect(await ended).toMatchObject({ code: status.PERMISSION_DENIED, details: 'banned' });
  });

  test('[TR32] what the pipeline refuses is refused', async () => {
    await start({}, { bidi: new Map([[messageStream, echo]]) });
    expect((await connect().ended).code).toBe(status.INVALID_ARGUMENT);
  });

  test('[TR32] without a handler it is UNIMPLEMENTED', async () => {
    await start();
    expect((await connect('room_1').ended).code).toBe(status.UNIMPLEMENTED);
  });

  test('[TR32] a server that stops lets the handler say goodbye', async () => {
    const farewell: BidiHandler = (stream, { signal }) => {
      signal.addEventListener('abort', () => {
        stream.send(
          toBinary(ServerMessageSchema, create(ServerMessageSchema, { message: { case: 'heartbeat', value: {} } })),
        );
        stream.close(1001, 'restart');
      });
    };
    await start({}, { bidi: new Map([[messageStream, farewell]]) });
    const { seen, ended, call } = connect('room_1');
    await new Promise((resolve) => call.once('metadata', resolve));
    await running.stop();
    expect([(await ended).code, seen]).toEqual([status.UNAVAILABLE, ['heartbeat']]);
  });
});

describe('reflection', () => {
  test.each(['v1', 'v1alpha'])('[TR34] %s lists the services and gives their files', async (version) => {
    await start();
    const call: ClientDuplexStream<object, { [key: string]: never }> = reflectionClient(version, running.port);
    const answers: Record<string, unknown>[] = [];
    call.on('data', (answer) => answers.push(answer));
    call.on('error', () => undefined);
    call.write({ listServices: '' });
    call.write({ fileContainingSymbol: 'service.client.RoomService' });
    await until(() => answers.length === 2);
    call.end();
    const [listed, found] = answers as [
      { listServicesResponse: { service: { name: string }[] } },
      { fileDescriptorResponse: { fileDescriptorProto: Buffer[] } },
    ];
    const names = listed.listServicesResponse.service.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['service.client.RoomService', 'service.client.AuthService']));
    const files = found.fileDescriptorResponse.fileDescriptorProto;
    expect(files.length).toBeGreaterThan(3);
  });

  test('[TR34] bytes that are no request end their stream alone', async () => {
    await start();
    const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    const client = new Client(`127.0.0.1:${running.port}`, credentials.createInsecure());
    const asTheyAre = (bytes: Buffer) => bytes;
    const open = () => client.makeBidiStreamRequest(path, asTheyAre, asTheyAre, new Metadata());
    const broken = open();
    const error = once(broken, 'error');
    broken.write(Buffer.from([0xff]));
    broken.resume();
    expect(await error).toMatchObject([{ code: status.INTERNAL }]);
    const good = open();
    // ServerReflectionRequest {7: list_services}
    good.write(Buffer.from([7 * 8 + 2, 0]));
    expect((await once(good, 'data'))[0].length).toBeGreaterThan(100);
    good.cancel();
    good.on('error', () => undefined);
    client.close();
  });
});

/** A reflection client made from the proto file in `@grpc/reflection`. */
function reflectionClient(version: string, port: number): never {
  const proto = new URL(
    `../../../node_modules/@grpc/reflection/build/proto/grpc/reflection/${version}/reflection.proto`,
    import.meta.url,
  ).pathname;
  const definition = protoLoader.loadSync(proto);
  const pkg = loadPackageDefinition(definition) as never as Record<
    string,
    Record<string, Record<string, { ServerReflection: never }>>
  >;
  const Reflection = pkg.grpc?.reflection?.[version]?.ServerReflection as never as new (
    address: string,
    secure: unknown,
  ) => { ServerReflectionInfo(): never; close(): void };
  return new Reflection(`127.0.0.1:${port}`, credentials.createInsecure()).ServerReflectionInfo();
}
