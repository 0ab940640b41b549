/** Requires the token for every call at the TCP address of the management endpoint, including reflection. [MG3] */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import { toStatus } from '../grpc/status.ts';
import { callErrors } from '../pipeline/pipeline.errors.ts';
import { requestIdOf } from '../request-id.ts';

/** Refuses calls whose bearer token is not `token`, and calls `onRefused` for each. */
export function requireToken(token: string, onRefused: () => void): ServerInterceptor {
  const expected = digestOf(token);
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, admit) => {
            // Digests have equal lengths, so comparing them takes constant time.
            if (timingSafeEqual(digestOf(tokenIn(metadata)), expected)) return admit(metadata);
            onRefused();
            const refusal = callErrors.unauthenticated({
              message: 'The management endpoint takes the bearer token of management.token.',
            });
            call.sendStatus(toStatus(refusal, requestIdOf(undefined)));
          },
        }),
    });
}

function tokenIn(metadata: Metadata): string {
  const [value] = metadata.get('authorization');
  return /^Bearer +(\S+)$/i.exec(typeof value === 'string' ? value : '')?.[1] ?? '';
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
