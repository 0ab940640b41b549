/** Why upstream gave no usable response. */
export type ProviderFailure =
  /** Upstream refuses the account. */
  | 'account_refused'
  /** The account may not read this. */
  | 'forbidden'
  | 'missing'
  /** Upstream limits the number of requests. */
  | 'busy'
  /** Upstream has a fault, or is unreachable. */
  | 'failed'
  /** Upstream did not respond in time. */
  | 'slow'
  /** The response differs from upstream's documentation. */
  | 'bad_answer'
  /** Upstream is in a network that this server must not reach. */
  | 'private'
  /** The key's quota for today is spent. */
  | 'quota'
  /** Upstream requires a key, and none is configured. */
  | 'no_key';

/** A provider failed because of upstream. The message has no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** Whole seconds until a retry makes sense, if upstream states them. */
  readonly retryAfterSeconds: number | undefined;

  /** Upstream's response, if any. */
  readonly answer: Response | undefined;

  /** For a private network: the addresses of the host there. */
  readonly addresses: readonly string[];

  constructor(
    failure: ProviderFailure,
    options: ErrorOptions & {
      readonly retryAfterSeconds?: number;
      readonly addresses?: readonly string[];
      readonly answer?: Response;
    } = {},
  ) {
    super(`upstream: ${failure}`, options);
    this.failure = failure;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.addresses = options.addresses ?? [];
    this.answer = options.answer;
  }
}

/**
 * The meaning of an error status (RFC 9110, section 15.5; RFC 6585, section 4). Undefined: the status is not an error.
 */
export function failureOfStatus(status: number): ProviderFailure | undefined {
  if (status < 400) return undefined;
  if (status === 401) return 'account_refused';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failed' : 'bad_answer';
}
