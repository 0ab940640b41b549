/** Calls of the management endpoint, made from the descriptors of the contract. */
import {
  create,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { Failure } from '../failure.ts';
import { type Endpoint, type EndpointOptions, findEndpoint } from './endpoint.ts';
import { readDetails } from './status-details.ts';

/** How long a command waits for an answer, in milliseconds. Streams have no limit. */
const answerMs = 30_000;

/** A connection to the management endpoint. */
export interface ManagementClient {
  readonly endpoint: Endpoint;
  /** @throws Failure `unreachable` or `refused`. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>>;
  /** @throws Failure as `call` does, also in the middle of the stream. */
  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
  ): AsyncIterable<MessageShape<O>>;
  close(): void;
}

/** Runs `work` with a connection and closes it. @throws Failure `unreachable` when there is no server. */
export async function withClient<R>(
  options: EndpointOptions,
  work: (client: ManagementClient) => Promise<R>,
): Promise<R> {
  const client = connect(findEndpoint(options));
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

function connect(endpoint: Endpoint): ManagementClient {
  const { address, token } = endpoint;
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    // A Unix socket has no host name, so the client must send one.
    ...(address.startsWith('unix:') ? { 'grpc.default_authority': 'localhost' } : {}),
  });
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  return {
    endpoint,
    call: (method, request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          pathOf(method),
          writer(method.input),
          reader(method.output),
          create(method.input, request),
          metadata,
          { deadline: Date.now() + answerMs },
          (error, answer) => (error ? reject(toFailure(error, endpoint)) : resolve(answer!)),
        );
      }),
    async *stream(method, request) {
      const message = create(method.input, request);
      const answers = client.makeServerStreamRequest(
        pathOf(method),
        writer(method.input),
        reader(method.output),
        message,
        metadata,
      );
      try {
        for await (const answer of answers) yield answer;
      } catch (cause) {
        throw toFailure(cause as ServiceError, endpoint);
      } finally {
        answers.cancel();
      }
    },
    close: () => client.close(),
  };
}

function pathOf(method: { parent: { typeName: string }; name: string }): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function writer<D extends DescMessage>(desc: D) {
  return (message: MessageShape<D>) => Buffer.from(toBinary(desc, message));
}

function reader<D extends DescMessage>(desc: D) {
  return (bytes: Buffer) => fromBinary(desc, bytes);
}

function toFailure(error: ServiceError, { address, token }: Endpoint): Failure {
  const [bytes] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const { reason, requestId, violations } = readDetails(bytes instanceof Buffer ? bytes : Buffer.alloc(0));
  if (error.code === status.UNAUTHENTICATED)
    return new Failure(
      'refused',
      token === undefined ? `${address} asks for a token` : `${address} refused the token`,
      'Give the value of management.token in MATINEE_MANAGEMENT_TOKEN, or its file in MATINEE_MANAGEMENT_TOKEN_FILE.',
    );
  // A refusal without our details did not come from our server: each of its refusals has them, even while it stops.
  if (error.code === status.UNAVAILABLE && reason === undefined) return unreachable(error, address);
  if (error.code === status.DEADLINE_EXCEEDED && reason === undefined)
    return new Failure('unreachable', `${address} does not answer`);
  if (error.code === status.UNIMPLEMENTED)
    return new Failure(
      'refused',
      'the server does not offer this',
      'Is it older than this command? matinee version says so.',
    );
  // The error's text names the first violation. With details, print all of them.
  const faults = violations
    .filter(({ description }) => !error.details.includes(description))
    .map(({ field, description }) => `\n  ${field}: ${description}`)
    .join('');
  const isInternal = error.code === status.INTERNAL;
  return new Failure(
    'refused',
    `${error.details}${faults}${reason ? ` (${reason})` : ''}`,
    isInternal && requestId ? `The server's log has more about the request ${requestId}.` : undefined,
  );
}

function unreachable(error: ServiceError, address: string): Failure {
  if (/EACCES|EPERM/.test(error.details))
    return new Failure(
      'unreachable',
      `${address} belongs to another user`,
      'Run the command as the user of the server.',
    );
  if (/ENOENT|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN|No connection/.test(error.details))
    return new Failure('unreachable', `no server answers at ${address}`, 'Start it with: matinee serve.');
  return new Failure('unreachable', `the connection to ${address} broke off: ${error.details}`);
}
