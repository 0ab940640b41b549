import { create } from '@bufbuild/protobuf';
import { FieldViolationSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { serverFrame } from '../frames.ts';

/** The log for errors, and the id of the connection for the log lines. */
interface Failed {
  readonly log: Log;
  readonly connectionId: string;
}

/** Makes the frame that answers another one with an error; `clientOperationId` is that of the failed command. */
export function errorFrame(error: unknown, failed: Failed, clientOperationId?: string): Buffer {
  const { reason: code, ...said } = describe(error, failed);
  const value = { code, ...said, ...(clientOperationId !== undefined && { clientOperationId }) };
  return serverFrame({ case: 'error', value });
}

/** Makes the frame which reports that an observation failed or had to end. */
export function observeErrorFrame(observeId: string, error: unknown, failed: Failed): Buffer {
  const { reason: code, message } = describe(error, failed);
  return serverFrame({ case: 'resourceObserveError', value: { observeId, code, message } });
}

/** The client's view of `error`. Any error other than an AppError is logged and shown as `internal`. */
function describe(error: unknown, { log, connectionId }: Failed) {
  if (!(error instanceof AppError)) {
    log.error({ err: error, connectionId }, 'a frame failed');
    return { reason: 'internal', message: 'Something went wrong on the server.' };
  }
  const { reason, message, details } = error;
  const { retryAfterSeconds, violations = [] } = details;
  return {
    reason,
    message,
    violations: violations.map((violation) => create(FieldViolationSchema, violation)),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
