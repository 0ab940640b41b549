/**
 * A call that is refused with a single frame of headers ("Trailers-Only" in gRPC's PROTOCOL-HTTP2) breaks in proxies
 * that forward each part at once (Caddy with `flush_interval -1`, others in Go): they forward it as headers and an
 * empty body. The client then misses the status, and reports INTERNAL. [TR30]
 */
import { Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';

/** Answers every call with headers and then trailers, even a refused one. */
export const sendHeadersFirst: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    sendStatus(status, next) {
      // The library ignores this if the headers were already sent.
      call.sendMetadata(new Metadata());
      next(status);
    },
  });
