import type { Realtime } from '../../realtime/realtime.ts';
import type { BidiHandler } from '../grpc/bidi.ts';
import { maxFrameBytes } from './upgrade.ts';

/** `MessageStream` over gRPC: the same session as for a WebSocket, over a stream of messages. [RT25] */
export function makeMessageStream(realtime: Realtime): BidiHandler {
  return (stream, call) => {
    const session = realtime.admit(call);
    stream.onClose(() => session.closed());
    call.signal.addEventListener('abort', () => session.closed(), { once: true });
    session.start({
      send: (bytes) => stream.send(bytes),
      close: (code, reason) => {
        stream.close(code, reason);
        // No event follows when the server itself ends a stream.
        session.closed();
      },
      buffered: () => stream.buffered(),
    });
    stream.onMessage((bytes) => {
      if (bytes.length <= maxFrameBytes) session.receive(bytes);
      else stream.close(1009, 'The message is larger than a realtime frame may be.');
    });
  };
}
