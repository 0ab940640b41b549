/** Why a source gives no stream, or none any more. */
export type PullFault =
  | 'unreachable'
  /** It is in a network that this server must not reach. */
  | 'private_network'
  /** It wants an account, or another one. */
  | 'refused'
  | 'not_found'
  /** It sends no live stream, or one that this server cannot read. */
  | 'not_live'
  /** It has sent nothing for a while. */
  | 'silent'
  | 'ended'
  /** It sends more than real time for long. */
  | 'too_fast'
  | 'no_ffmpeg';

/** A source gave no stream. The message names neither its address nor its account; `cause` may name both. */
export class PullFailed extends Error {
  override readonly name = 'PullFailed';
  readonly fault: PullFault;

  constructor(fault: PullFault, cause?: unknown) {
    super(`the source of a live stream failed: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** Most errors of a chain that are told. */
const mostTold = 5;

/**
 * Why a source failed, for operators: the kinds and codes of the errors, the outermost one first. Their texts may name
 * the address and the account.
 */
export function causesOf({ cause: first }: PullFailed): string {
  const told: string[] = [];
  for (let cause = first; cause instanceof Error && told.length < mostTold; cause = cause.cause) {
    const { code, reason, fault, status } = cause as Error & Readonly<Record<string, unknown>>;
    told.push([cause.constructor.name, code, reason, fault, status].filter((one) => one !== undefined).join(' '));
  }
  return told.join(': ');
}

/** The cause, where it is an error of the program: those of a network have codes. */
export function slipOf({ cause }: PullFailed): Error | undefined {
  const isSlip = [TypeError, ReferenceError, RangeError].some((kind) => cause instanceof kind);
  return isSlip && !('code' in (cause as Error)) ? (cause as Error) : undefined;
}
