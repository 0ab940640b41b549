/** Bytes that a feature serves at addresses of its own: films, playlists of segments, subtitles. No method of the contract describes them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';

/** Addresses of one form, read with GET and HEAD, and written with PUT where the route takes bytes. */
export interface ByteRoute {
  /** In logs and metrics. The address itself is in neither: it carries a signature. */
  readonly name: string;
  /** With variables as `/api/films/{filmId}`. A last `{*rest}` takes all that is left, slashes included, as it was sent. */
  readonly path: string;
  /** @throws AppError when there are no bytes for this request. */
  open(request: ByteRequest): Promise<ByteAnswer>;
  /** How bytes are taken by PUT, and the name of that in logs and metrics. Absent: there is no PUT. */
  readonly put?: {
    readonly name: string;
    /** @throws AppError when the bytes are refused. What is left of the body is not read then. */
    take(request: ByteUpload): Promise<ByteAnswer>;
  };
}

export interface ByteRequest {
  readonly method: 'GET' | 'HEAD';
  /** Decoded, but for `*rest`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Bearer token as it was sent, without the scheme. */
  readonly bearer: string | undefined;
  readonly requestId: string;
  /** Takes one request from the budget for streams of a person, or of the caller's address. @throws AppError `call.rate_limited` */
  spend(personId?: string): Promise<void>;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** Bytes that a client sends. */
export interface ByteUpload extends Omit<ByteRequest, 'method'> {
  readonly method: 'PUT';
  /** As the client said it; undefined: it did not. */
  readonly contentLength: number | undefined;
  /** The bytes as they come, no faster than they are taken. Throws when the client is gone before the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ByteAnswer {
  readonly status: number;
  /** In lower case. With a `content-length`, exactly so many bytes must be written. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Writes the body, and resolves once all of it was handed over. When it throws, the connection ends before its time, so
   * that the client sees a broken body. It is not called for HEAD.
   */
  readonly write?: (out: Writable) => Promise<void>;
  /** True: the body has no end of its own. Its connection ends when the process stops. */
  readonly isEndless?: true;
  /** Called when the answer is over, whether it was written or not. */
  readonly close?: () => void;
}
