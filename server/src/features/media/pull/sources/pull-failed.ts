/** Why a source has no stream, or its stream ended. */
export type PullFault =
  | 'unreachable'
  /** In a network that this server must not reach. */
  | 'private_network'
  /** It requires an account, or another one. */
  | 'refused'
  | 'not_found'
  /** Not a live stream, or an unsupported one. */
  | 'not_live'
  /** It has sent nothing for a while. */
  | 'silent'
  | 'ended'
  /** It sends faster than real time for long. */
  | 'too_fast'
  | 'no_ffmpeg';

/** A source had no stream. The message contains neither its address nor its account; `cause` may contain both. */
export class PullFailed extends Error {
  override readonly name = 'PullFailed';
  readonly fault: PullFault;

  constructor(fault: PullFault, cause?: unknown) {
    super(`the source of a live stream failed: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Most errors of a cause chain that are reported. */
const mostTold = 5;

/**
 * Why a source failed, for operators: names and codes of the errors, the outermost first. Their messages may contain
 * the address and the account, so they are omitted.
 */
export function causesOf({ cause: first }: PullFailed): string {
  const told: string[] = [];
  for (let cause = first; cause instanceof Error && told.length < mostTold; cause = cause.cause) {
    const { code, reason, fault, status } = cause as Error & Readonly<Record<string, unknown>>;
    told.push([cause.constructor.name, code, reason, fault, status].filter((one) => one !== undefined).join(' '));
  }
  return told.join(': ');
}

/** The cause, if it is a programming error: network errors have codes. */
export function slipOf({ cause }: PullFailed): Error | undefined {
  const isSlip = [TypeError, ReferenceError, RangeError].some((kind) => cause instanceof kind);
  return isSlip && !('code' in (cause as Error)) ? (cause as Error) : undefined;
}
