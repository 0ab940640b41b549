/**
 * A server without a database and rules: it returns the answers of a test on its own socket and records the requests.
 * Commands run against it, from the typed words to the output.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type JsonValue,
  type MessageInitShape,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import {
  Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { BadRequestSchema, ErrorInfoSchema } from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { StatusSchema } from '@matinee/contract/gen/google/rpc/status_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import type { CliRun } from '@matinee/testkit/cli.ts';
import { runHere, wordsOf } from '../run.fixture.ts';

/** A refusal in the place of an answer. */
export interface Refusal {
  readonly code: status;
  readonly message: string;
  /** Absent: without our details, as something that is not our server answers. */
  readonly reason?: string;
  readonly requestId?: string;
  readonly violations?: readonly { readonly field: string; readonly description: string }[];
}

/**
 * A call as the server received it, with the request in the JSON of protobuf: fields with their default are left out.
 */
export interface ReceivedCall {
  readonly name: string;
  readonly request: JsonValue;
  readonly authorization: string | undefined;
}

/** The answer to the call with this number, from 0. A stream has a list of messages, which a refusal may end. */
type Answers = (at: number) => object | readonly (object | Refused)[];

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function refused(refusal: Refusal): Refused {
  return new Refused(refusal);
}

export interface PretendServer {
  readonly address: string;
  /** All calls since the last `forget`. */
  readonly asked: ReceivedCall[];
  /** The requests of the calls of one method. */
  requests(method: DescMethod): JsonValue[];
  /** Sets the answers of `method` from now on: a constant one, or a sequence. The last one repeats. */
  answers(method: DescMethod, ...answers: readonly (object | Refused | readonly (object | Refused)[])[]): void;
  /** Removes all answers and recorded calls. */
  forget(): void;
  /** Runs a command line as users type it. Put words with spaces in single quotes. */
  run(args: string, input?: string): Promise<CliRun>;
  stop(): void;
}

export async function startPretendServer(): Promise<PretendServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-pretend-'));
  const address = `unix:${join(folder, 'socket')}`;
  const asked: ReceivedCall[] = [];
  const answers = new Map<string, Answers>();
  const server = new Server();
  for (const { methods } of [AdminService, ManagementService, ProviderCommonService])
    for (const method of methods) addMethod(server, method, asked, answers);
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
  );
  return {
    address,
    asked,
    requests: ({ name }) => asked.filter((one) => one.name === name).map(({ request }) => request),
    answers: ({ name }, ...given) => void answers.set(name, (at) => given[Math.min(at, given.length - 1)]!),
    forget() {
      asked.length = 0;
      answers.clear();
    },
    run: (args, input) => runHere(wordsOf(args), { MATINEE_MANAGEMENT_ENDPOINT: address }, input),
    stop() {
      server.forceShutdown();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addMethod(
  server: Server,
  method: DescMethod,
  asked: ReceivedCall[],
  answers: ReadonlyMap<string, Answers>,
): void {
  const { name, input, output } = method;
  /** Records the call and finds its answer. */
  const take = (message: object, metadata: Metadata) => {
    const at = asked.filter((one) => one.name === name).length;
    const [authorization] = metadata.get('authorization');
    asked.push({ name, request: toJson(input, message as never), authorization: authorization?.toString() });
    const found = answers.get(name);
    return found ? found(at) : refused({ code: status.UNIMPLEMENTED, message: `no answer to ${name}` });
  };
  const made = (answer: object) => create(output, answer as MessageInitShape<DescMessage>);
  const isStream = method.methodKind === 'server_streaming';
  const handlers = {
    unary(call: ServerUnaryCall<object, object>, done: sendUnaryData<object>) {
      const answer = take(call.request, call.metadata);
      if (answer instanceof Refused) done(errorOf(answer.refusal));
      else done(null, made(answer));
    },
    stream(call: ServerWritableStream<object, object>) {
      for (const part of take(call.request, call.metadata) as readonly object[]) {
        if (part instanceof Refused) return void call.emit('error', errorOf(part.refusal));
        call.write(made(part));
      }
      call.end();
    },
  };
  server.addService(
    { [name]: definitionOf(method, isStream) },
    { [name]: isStream ? handlers.stream : (handlers.unary as never) },
  );
}

function definitionOf(method: DescMethod, responseStream: boolean): MethodDefinition<object, object> {
  const { parent, name, input, output } = method;
  return {
    path: `/${parent.typeName}/${name}`,
    requestStream: false,
    responseStream,
    requestSerialize: (message) => Buffer.from(toBinary(input, message as never)),
    requestDeserialize: (bytes) => fromBinary(input, bytes),
    responseSerialize: (message) => Buffer.from(toBinary(output, message as never)),
    responseDeserialize: (bytes) => fromBinary(output, bytes),
  };
}

/** The error as our server sends it, with its details. */
function errorOf({ code, message, reason, requestId = '', violations = [] }: Refusal) {
  const metadata = new Metadata();
  if (reason !== undefined) {
    const info = create(ErrorInfoSchema, { reason, metadata: { request_id: requestId } });
    const faults = create(BadRequestSchema, { fieldViolations: [...violations] });
    const details = [anyPack(ErrorInfoSchema, info), anyPack(BadRequestSchema, faults)];
    const bytes = toBinary(StatusSchema, create(StatusSchema, { code, message, details }));
    metadata.set('grpc-status-details-bin', Buffer.from(bytes));
  }
  return { name: 'refused', message, code, details: message, metadata };
}
