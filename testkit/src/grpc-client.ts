import { create, type DescMethod, fromBinary, type JsonValue, type Message, toBinary } from '@bufbuild/protobuf';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { ErrorInfoSchema } from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { StatusSchema } from '@matinee/contract/gen/google/rpc/status_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { type ContractAnswer, type ContractCall, getMethod } from './contract-call.ts';

/** How long a test waits for one answer, in milliseconds. */
const answerMs = 15_000;

/** A real gRPC client that finds methods by name. */
export class GrpcClient {
  readonly #client: Client;

  /**
   * A port of this machine, `host:port`, or `unix:/path`. `ca`: the certificate, PEM, of a server that speaks TLS as
   * `localhost`.
   */
  constructor(address: number | string, ca?: string) {
    const target = typeof address === 'number' ? `127.0.0.1:${address}` : address;
    const channel = ca === undefined ? credentials.createInsecure() : credentials.createSsl(Buffer.from(ca));
    const name = ca === undefined ? {} : { 'grpc.ssl_target_name_override': 'localhost' };
    this.#client = new Client(target, channel, { 'grpc.default_authority': 'localhost', ...name });
  }

  close(): void {
    this.#client.close();
  }

  /** Runs a unary call, or reads the first message of a stream. */
  call(call: ContractCall): Promise<ContractAnswer> {
    const method = getMethod(call.call);
    return this.send(method, parseJson(method.input, call.request ?? {}), metadataOf(call));
  }

  /** The same, with a ready message and ready metadata. */
  send(method: DescMethod, message: Message, metadata: Metadata): Promise<ContractAnswer> {
    const path = `/${method.parent.typeName}/${method.name}`;
    const write = (value: Message) => Buffer.from(toBinary(method.input, value));
    const read = (bytes: Buffer): Message => fromBinary(method.output, bytes);
    const options = { deadline: Date.now() + answerMs };
    return new Promise((resolve) => {
      const fail = (error: ServiceError) => resolve(refusalOf(error));
      const succeed = (answer: Message) => resolve(answerOf(printJson(method.output, answer)));
      if (method.methodKind === 'unary') {
        this.#client.makeUnaryRequest(path, write, read, message, metadata, options, (error, answer) =>
          error ? fail(error) : succeed(answer!),
        );
        return;
      }
      const stream =
        method.methodKind === 'server_streaming'
          ? this.#client.makeServerStreamRequest(path, write, read, message, metadata, options)
          : this.#client.makeBidiStreamRequest(path, write, read, metadata, options);
      stream.once('data', (answer: Message) => {
        succeed(answer);
        stream.cancel();
      });
      stream.on('error', fail);
    });
  }

  /** Opens a bidirectional stream, for as long as the test needs it. */
  open(method: DescMethod, call: Omit<ContractCall, 'call'>) {
    const write = (value: Message) => Buffer.from(toBinary(method.input, value));
    const read = (bytes: Buffer): Message => fromBinary(method.output, bytes);
    const path = `/${method.parent.typeName}/${method.name}`;
    return this.#client.makeBidiStreamRequest(path, write, read, metadataOf({ call: '', ...call }));
  }

  /** Names of the services that reflection lists (grpc/reflection/v1/reflection.proto). */
  reflect(token?: string): Promise<{ status: number; services: string[] }> {
    const same = (bytes: Buffer) => bytes;
    const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    const stream = this.#client.makeBidiStreamRequest(path, same, same, metadataOf({ call: '', token }));
    return new Promise((resolve) => {
      stream.once('data', (answer: Buffer) => {
        // ServerReflectionResponse {6: ListServiceResponse {1: repeated ServiceResponse {1: name}}}
        const [list = new Uint8Array()] = everyField(answer, 6);
        const services = everyField(list, 1).map((one) => Buffer.from(everyField(one, 1)[0]!).toString());
        resolve({ status: 0, services });
        stream.cancel();
      });
      stream.on('error', ({ code }: ServiceError) => resolve({ status: code, services: [] }));
      // ServerReflectionRequest {7: list_services}
      stream.write(Buffer.from(new BinaryWriter().tag(7, WireType.LengthDelimited).string('').finish()));
    });
  }

  /** Sends any bytes, even if they are not a message. */
  sendBytes(method: DescMethod, bytes: Uint8Array, metadata = new Metadata()): Promise<ContractAnswer> {
    const path = `/${method.parent.typeName}/${method.name}`;
    return new Promise((resolve) => {
      this.#client.makeUnaryRequest(
        path,
        () => Buffer.from(bytes),
        (answer: Buffer) => answer,
        create(method.input),
        metadata,
        { deadline: Date.now() + answerMs },
        (error) => resolve(error ? refusalOf(error) : answerOf({})),
      );
    });
  }
}

/** Metadata in the form that our clients send. */
export function metadataOf({ token, room, from }: ContractCall): Metadata {
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  if (room !== undefined) metadata.set('x-room-id', room);
  if (from !== undefined) metadata.set('x-forwarded-for', from);
  return metadata;
}

function answerOf(json: JsonValue): ContractAnswer {
  return { status: 0, reason: undefined, message: '', json };
}

function refusalOf({ code, details, metadata }: ServiceError): ContractAnswer {
  const [bytes] = metadata.get('grpc-status-details-bin');
  return {
    status: code,
    reason: bytes instanceof Buffer ? reasonIn(bytes) : undefined,
    message: details,
    json: undefined,
  };
}

function reasonIn(status: Uint8Array): string | undefined {
  const details = fromBinary(StatusSchema, status).details.map((any) => anyUnpack(any, ErrorInfoSchema));
  return details.find((info) => info !== undefined)?.reason;
}

/** Every length-delimited value of one field number. */
function everyField(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type !== 2) reader.skip(type);
    else {
      const value = reader.bytes();
      if (number === wanted) found.push(value);
    }
  }
  return found;
}
