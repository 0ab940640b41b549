import { AppError } from '../../kernel/errors.ts';
import { serverFrame } from '../frames.ts';
import type { Session } from './session.ts';

const unexpected = { reason: 'internal', message: 'Something went wrong on the server.' };

/** What a client is told about `error`; anything but an AppError is logged and shown as `internal`. */
export function describeError(
  session: Session,
  error: unknown,
): { reason: string; message: string; retryAfterSeconds?: number } {
  if (!(error instanceof AppError)) {
    session.channel.context.log.error({ err: error, connectionId: session.connectionId }, 'a frame failed');
    return unexpected;
  }
  const { reason, message, details } = error;
  const { retryAfterSeconds } = details;
  return { reason, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Answers a frame with an error. */
export function sendError(session: Session, error: unknown, clientOperationId?: string): void {
  const { reason: code, ...said } = describeError(session, error);
  const value = { code, ...said, ...(clientOperationId !== undefined && { clientOperationId }) };
  session.send(serverFrame({ case: 'error', value }));
}

/** Tells that an observation failed, or had to end. */
export function sendObserveError(session: Session, observeId: string, error: unknown): void {
  const { reason: code, message } = describeError(session, error);
  session.send(serverFrame({ case: 'resourceObserveError', value: { observeId, code, message } }));
}
