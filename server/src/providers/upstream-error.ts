/** Why upstream gave no answer that can be used. */
export type UpstreamFailure =
  /** It does not accept the account. */
  | 'account_refused'
  /** The account may not read this. */
  | 'forbidden'
  | 'missing'
  /** It limits how much is asked. */
  | 'busy'
  /** It has a fault, or cannot be reached. */
  | 'failed'
  /** It did not answer in time. */
  | 'slow'
  /** It answered something else than its documentation says. */
  | 'bad_answer'
  /** It is in a network that this server must not reach. */
  | 'private'
  /** What the key may ask for today is spent. */
  | 'quota'
  /** It asks for a key, and nobody has set one. */
  | 'no_key';

/** A provider could not do what was asked of it, because of upstream. The message has no secret. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly failure: UpstreamFailure;
  /** Whole seconds until another try makes sense, where upstream says so. */
  readonly retryAfterSeconds: number | undefined;

  /** What upstream said, where it said something. */
  readonly answer: Response | undefined;

  /** Of a private network: what its host stands for there. */
  readonly addresses: readonly string[];

  constructor(
    failure: UpstreamFailure,
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

/** What an answer with a status of failure means (RFC 9110, section 15.5; RFC 6585, section 4). Undefined: it is no failure. */
export function failureOfStatus(status: number): UpstreamFailure | undefined {
  if (status < 400) return undefined;
  if (status === 401) return 'account_refused';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failed' : 'bad_answer';
}
