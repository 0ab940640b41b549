import { ApiError, retryAfter } from '../../../client/calls/api-error.ts';

/** A part on its way. */
export interface PartToSend {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** Called with the number of its bytes that are sent. */
  readonly onSent: (bytes: number) => void;
}

/**
 * Sends a part. @returns its ETag; undefined where the receiving server does not let pages read it. @throws ApiError
 */
export type SendPart = (part: PartToSend) => Promise<string | undefined>;

/** A part without progress for this long (ms) is aborted and sent again. */
const stallMs = 60_000;

/** Sends by `XMLHttpRequest`, as `fetch` reports no progress of uploads. */
export const sendPart: SendPart = ({ url, headers, body, signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallMs);
    };
    const giveUp = () => request.abort();
    const fail = () => reject(signal.aborted ? signal.reason : failure(request));
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onSent(loaded);
    };
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve(request.getResponseHeader('etag') ?? undefined) : fail();
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(stall);
      signal.removeEventListener('abort', giveUp);
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal.addEventListener('abort', giveUp);
    watch();
    request.send(body);
  });

/** A refusal of our server has a reason. An object store answers with XML, which does not help the user. */
function failure(request: XMLHttpRequest): ApiError {
  const { status, responseText } = request;
  if (status === 0) return new ApiError({ status, code: 'network', message: 'Nothing arrives.', requestId: '' });
  const [code, message] = refusalIn(responseText);
  return new ApiError({
    status,
    code,
    message,
    requestId: '',
    ...retryAfter(request.getResponseHeader('retry-after')),
  });
}

function refusalIn(body: string): [code: string, message: string] {
  try {
    const { code, error } = JSON.parse(body) as { code?: unknown; error?: unknown };
    if (typeof code === 'string') return [code, String(error ?? '')];
  } catch {
    // Not an answer of our server.
  }
  return ['unknown', ''];
}
