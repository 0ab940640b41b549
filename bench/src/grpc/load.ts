/** Unary calls by grpc-js, on a few connections with several calls in flight each. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { CallLoad } from '../calls.ts';
import { quantile } from '../figures.ts';
import { serveTasks } from '../worker.ts';

interface LoadOptions {
  readonly port: number;
  readonly token: string;
  readonly connections: number;
  readonly inFlight: number;
  readonly ms: number;
}

const { input, output } = UserService.method.getProfile;
const path = '/service.client.UserService/GetProfile';
const write = () => Buffer.from(toBinary(input, create(input)));
const read = (bytes: Buffer) => fromBinary(output, bytes);

function callOnce(client: Client, metadata: Metadata): Promise<void> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, write, read, undefined, metadata, (cause, answer) => {
      if (cause) reject(cause);
      else if (answer?.user === undefined) reject(new Error('an answer without a user'));
      else resolve();
    });
  });
}

const tasks = {
  async run({ port, token, connections, inFlight, ms }: LoadOptions): Promise<CallLoad> {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${token}`);
    // Clients with the same target share a connection unless each has its own pool.
    const options = { 'grpc.use_local_subchannel_pool': 1 };
    const clients = Array.from(
      { length: connections },
      () => new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options),
    );
    const latencies: number[] = [];
    const startedAtMs = performance.now();
    const keepCalling = async (client: Client) => {
      for (let sentAtMs = startedAtMs; sentAtMs < startedAtMs + ms; ) {
        sentAtMs = performance.now();
        await callOnce(client, metadata);
        latencies.push(performance.now() - sentAtMs);
      }
    };
    const callers = clients.flatMap((client) => Array.from({ length: inFlight }, () => keepCalling(client)));
    await Promise.all(callers);
    const seconds = (performance.now() - startedAtMs) / 1000;
    for (const client of clients) client.close();
    return {
      calls: latencies.length,
      perSecond: latencies.length / seconds,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
    };
  },
};

export type GrpcLoad = typeof tasks;
serveTasks(tasks);
