/** The members of an `ApiError`. */
export interface ApiErrorFields {
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /**
   * Dotted reason, such as `room.not_found`. `network` and `aborted` come from the client; `unknown`: the server named
   * no reason.
   */
  readonly code: string;
  readonly message: string;
  /** The id to quote in a report; empty when no answer came. */
  readonly requestId: string;
  readonly retryAfterSeconds?: number;
  /** Details that the server added, such as field violations. */
  readonly details?: unknown;
}

/** Every failure of `Api.call`. Decide by `status` and `code`, never by `message`. */
export class ApiError extends Error implements ApiErrorFields {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly retryAfterSeconds?: number;
  readonly details?: unknown;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.requestId = fields.requestId;
    if (fields.retryAfterSeconds !== undefined) this.retryAfterSeconds = fields.retryAfterSeconds;
    if (fields.details !== undefined) this.details = fields.details;
  }
}

/** Why the server refused one field of a request. */
export interface Violation {
  readonly field: string;
  /** For programs: `mail.not_a_host`, or the rule of the contract that the value breaks, `string.min_len`. */
  readonly reason: string;
  /** Values for the placeholders in the reason's texts. */
  readonly params?: Readonly<Record<string, string>>;
  /** English. */
  readonly description: string;
}

/** The violations in the details of an error. */
export function violationsOf(details: unknown): readonly Violation[] {
  return (details as { violations?: readonly Violation[] } | undefined)?.violations ?? [];
}

/** Reads the error body of an answer. A foreign body, such as a proxy's page, still makes a usable error. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await readJson(response);
  const details = body['details'];
  return new ApiError({
    status: response.status,
    code: text(body['code']) ?? 'unknown',
    message: text(body['error']) ?? `The server answered ${response.status}.`,
    requestId: text(body['requestId']) ?? response.headers.get('x-request-id') ?? '',
    ...retryAfter(response.headers.get('retry-after') ?? body['retry_after_seconds']),
    ...(details === undefined ? {} : { details }),
  });
}

/** Reads a wait in seconds from a header or a body. Ignores a date: the clock of this device may be wrong. */
export function retryAfter(told: unknown): Pick<ApiErrorFields, 'retryAfterSeconds'> {
  const seconds = Number(told);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

/** The error for a call that got no answer. */
export function networkError(cause: unknown): ApiError {
  const aborted = cause instanceof Error && cause.name === 'AbortError';
  return new ApiError({
    status: 0,
    code: aborted ? 'aborted' : 'network',
    message: aborted ? 'The call was given up.' : 'The server cannot be reached.',
    requestId: '',
  });
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
