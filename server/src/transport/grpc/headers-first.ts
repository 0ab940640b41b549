/**
 * Proxies that pass each part on at once (Caddy with `flush_interval -1`, others in Go) pass a call on that is refused
 * with one frame of headers ("Trailers-Only" in gRPC's PROTOCOL-HTTP2) as headers and an empty body. The client then
 * misses the status, and reports INTERNAL. [TR30]
 */
import { Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** Answers every call with headers and then trailers, a refused one as well. */
export const sendHeadersFirst: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    sendStatus(status, next) {
      // The library leaves them out when they were sent already.
      call.sendMetadata(new Metadata());
      next(status);
    },
  });
