/**
 * Bytes that a feature serves at its own addresses: films, playlists of segments, subtitles. No method of the contract
 * describes them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Addresses of one form, read with GET and HEAD, and written with PUT where the route takes bytes. Protocols of others
 * over HTTP have other methods too.
 */
export interface ByteRoute {
  /** Name in logs and metrics. They never show the address itself: it carries a signature. */
  readonly name: string;
  /**
   * Path with variables, as `/api/films/{filmId}`. A last `{*rest}` takes all that is left, slashes included, as it was
   * sent.
   */
  readonly path: string;
  /** @throws AppError when there are no bytes for this request. */
  open(request: ByteRequest): Promise<ByteAnswer>;
  /** Takes bytes by PUT, under this name in logs and metrics. Absent: there is no PUT. */
  readonly put?: {
    readonly name: string;
    /** @throws AppError when the bytes are refused. The rest of the body is not read then. */
    take(request: ByteUpload): Promise<ByteAnswer>;
  };
  /** Answers POST and DELETE of a protocol. All methods that the route has not are answered 405. */
  readonly protocol?: ByteProtocol;
}

export interface ByteProtocol {
  /** Name in logs and metrics. */
  readonly name: string;
  readonly methods: readonly ('POST' | 'DELETE')[];
  /** The type of the bodies of POST, told to whoever asks with OPTIONS. Absent: there is no POST. */
  readonly acceptPost?: string;
  /** @throws AppError when the request is refused. The rest of the body is not read then. */
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
   * Takes one request from the stream budget of a person, or of the caller's address. @throws AppError
   * `call.rate_limited`
   */
  spend(personId?: string): Promise<void>;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** Bytes that a client sends. */
export interface ByteUpload extends Omit<ByteRequest, 'method'> {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  /** As the client stated it; undefined: it did not. */
  readonly contentLength: number | undefined;
  /** The bytes as they arrive; the reader sets the pace. Throws when the client is gone before the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ByteAnswer {
  readonly status: number;
  /** In lower case. With a `content-length`, exactly so many bytes must be written. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Writes the body, and resolves once all of it was handed over. When it throws, the connection ends early, so that
   * the client sees a broken body. Not called for HEAD.
   */
  readonly write?: (out: Writable) => Promise<void>;
  /** True: the body is endless. Its connection ends when the process stops. */
  readonly isEndless?: true;
  /** Called when the answer is over, written or not. */
  readonly close?: () => void;
}
