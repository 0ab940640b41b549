/** Why upstream gave no usable answer. */
export type ProviderFailure =
  /** It does not accept the account. */
  | 'account_refused'
  /** The account may not read this. */
  | 'forbidden'
  | 'missing'
  /** It limits the number of requests. */
  | 'busy'
  /** It has a fault, or cannot be reached. */
  | 'failed'
  /** It did not answer in time. */
  | 'slow'
  /** Its answer differs from its documentation. */
  | 'bad_answer'
  /** It is in a network that this server must not reach. */
  | 'private'
  /** The key's quota for today is spent. */
  | 'quota'
  /** It asks for a key, and none is set. */
  | 'no_key';

/** A provider could not do its task because of upstream. The message has no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** Whole seconds until another try makes sense, where upstream says so. */
  readonly retryAfterSeconds: number | undefined;

  /** Upstream's answer, if there was one. */
  readonly answer: Response | undefined;

  /** For a private network: the addresses of its host there. */
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
