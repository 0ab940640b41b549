import { OutgoingRefused } from '../outgoing/guard.ts';

/**
 * Why a request failed. `address`: not an HTTP address. `private`: the guard refused it. `connect`: no connection in
 * time. `silent`: no response in time. `slow`: the body was below the minimum rate. `gone`: the caller aborted the
 * request.
 */
export type UpstreamReason =
  | 'address'
  | 'private'
  | 'redirects'
  | 'headers'
  | 'connect'
  | 'silent'
  | 'slow'
  | 'gone'
  | 'unreachable';

/** Another server gave no usable response. The message names only its host; `cause` has the details. */
export class UpstreamFailed extends Error {
  override readonly name = 'UpstreamFailed';
  readonly reason: UpstreamReason;
  readonly host: string;
  /** A reused connection that the other side had already closed. */
  readonly isStale: boolean;
  /** The addresses refused by the guard, for operators only. */
  readonly addresses: readonly string[];

  constructor(reason: UpstreamReason, host: string, cause?: unknown, isStale = false) {
    super(`${host || 'the server'} gave no bytes (${reason})`, { cause });
    this.reason = reason;
    this.host = host;
    this.isStale = isStale;
    this.addresses = cause instanceof OutgoingRefused ? cause.addresses : [];
  }

  static of(cause: Error, host: string, isReused: boolean): UpstreamFailed {
    if (cause instanceof UpstreamFailed) return cause;
    if (cause instanceof OutgoingRefused) return new UpstreamFailed('private', host, cause);
    const { code } = cause as NodeJS.ErrnoException;
    if (cause.name === 'AbortError') return new UpstreamFailed('gone', host, cause);
    if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN')
      return new UpstreamFailed('headers', host, cause);
    return new UpstreamFailed('unreachable', host, cause, isReused && (code === 'ECONNRESET' || code === 'EPIPE'));
  }
}
