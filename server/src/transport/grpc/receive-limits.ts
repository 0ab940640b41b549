/**
 * Limits the size of a gRPC call's messages, before anything is decoded. grpc-js has one limit for the whole server and
 * cannot refuse compression, so this interceptor sets both on each call as it begins. A test checks that the library
 * still has the fields that this uses. [TR35]
 */
import { Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';

/** The fields of a grpc-js call that control how a message is received (server-interceptors.ts, stream-decoder.ts). */
interface Receiving {
  readonly incomingEncoding: string;
  readonly decoder: { maxReadMessageLength: number };
  maxReceiveMessageSize: number;
}

/**
 * Refuses compressed calls with UNIMPLEMENTED, as gRPC's document on compression requires, and messages longer than the
 * `limitOf` of the method's path. It must be the first interceptor, because only the first one sees the call itself.
 */
export function limitReceiving(limitOf: (path: string) => number): ServerInterceptor {
  return (method, call) => {
    const receiving = call as unknown as Receiving;
    const limit = limitOf(method.path);
    receiving.decoder.maxReadMessageLength = limit;
    receiving.maxReceiveMessageSize = limit;
    if (receiving.incomingEncoding === 'identity') return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start: () => {
        call.sendMetadata(new Metadata());
        call.sendStatus({
          code: status.UNIMPLEMENTED,
          details: `Messages compressed with ${receiving.incomingEncoding} are not taken; send them as they are.`,
          metadata: null,
        });
      },
    });
  };
}
