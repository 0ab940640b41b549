/**
 * Bytes that a feature serves at its own URLs: films, playlists of segments, subtitles. No method of the contract
 * describes them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * URLs of one form, which answer GET and HEAD, and PUT where the route accepts uploads. Standard protocols over HTTP
 * may use further methods.
 */
export interface ByteRoute {
  /** Name in logs and metrics. They never show the URL itself: it carries a signature. */
  readonly name: string;
  /**
   * Path with variables, such as `/api/films/{filmId}`. A final `{*rest}` matches the rest of the path, slashes
   * included, not decoded.
   */
  readonly path: string;
  /** @throws AppError when there are no bytes for this request. */
  open(request: ByteRequest): Promise<ByteAnswer>;
  /** Accepts uploads by PUT, under this name in logs and metrics. Absent: PUT is not allowed. */
  readonly put?: {
    readonly name: string;
    /** @throws AppError when the upload is refused. The rest of the body is then not read. */
    take(request: ByteUpload): Promise<ByteAnswer>;
  };
  /** Answers POST and DELETE of a standard protocol. Methods that the route does not have are answered with 405. */
  readonly protocol?: ByteProtocol;
}

export interface ByteProtocol {
  /** Name in logs and metrics. */
  readonly name: string;
  readonly methods: readonly ('POST' | 'DELETE')[];
  /** The body type that POST accepts, which OPTIONS reports. Absent: POST is not allowed. */
  readonly acceptPost?: string;
  /** @throws AppError when the request is refused. The rest of the body is then not read. */
  answer(request: ByteUpload): Promise<ByteAnswer>;
}

export interface ByteRequest {
  readonly method: 'GET' | 'HEAD';
  /** Decoded, except `*rest`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Bearer token as it was sent, without the scheme. */
  readonly bearer: string | undefined;
  readonly requestId: string;
  /**
   * Takes one request from the stream budget of a person, or else of the caller's IP address. @throws AppError
   * `call.rate_limited`
   */
  spend(personId?: string): Promise<void>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Bytes that a client sends. */
export interface ByteUpload extends Omit<ByteRequest, 'method'> {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** As the client declared it; undefined if it did not. */
  readonly contentLength: number | undefined;
  /** The bytes as they arrive; the reader sets the pace. Throws when the client disconnects before the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ByteAnswer {
  readonly status: number;
  /** Names in lower case. With a `content-length`, exactly that many bytes must be written. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Writes the body, and resolves once all bytes are handed over. If it throws, the connection is closed early, so that
   * the client notices the truncated body. Not called for HEAD.
   */
  readonly write?: (out: Writable) => Promise<void>;
  /** True: the body is endless. Its connection ends when the process stops. */
  readonly isEndless?: true;
  /** Called when the answer is over, whether or not it was written. */
  readonly close?: () => void;
}
