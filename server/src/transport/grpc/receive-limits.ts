/**
 * How much a gRPC call may send, decided before anything of it is decoded. grpc-js has one limit for the whole server and no way to
 * refuse compression, so this interceptor sets both on each call as it begins; a test holds the fields that it uses to the library. [TR35]
 */
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';

/** The parts of grpc-js's call that decide about a message while it arrives (server-interceptors.ts, stream-decoder.ts). */
interface Receiving {
  readonly incomingEncoding: string;
  readonly decoder: { maxReadMessageLength: number };
  maxReceiveMessageSize: number;
}

/**
 * Refuses compressed calls, as gRPC's compression document has it (UNIMPLEMENTED), and longer messages than `limitOf` gives for the path of
 * the method. Must be the first interceptor: only that one sees the call itself.
 */
export function limitReceiving(limitOf: (path: string) => number): ServerInterceptor {
  return (method, call) => {
    const receiving = call as unknown as Receiving;
    const limit = limitOf(method.path);
    receiving.decoder.maxReadMessageLength = limit;
    receiving.maxReceiveMessageSize = limit;
    if (receiving.incomingEncoding === 'identity') return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start: () =>
        call.sendStatus({
          code: status.UNIMPLEMENTED,
          details: `Messages compressed with ${receiving.incomingEncoding} are not taken; send them as they are.`,
          metadata: null,
        }),
    });
  };
}
