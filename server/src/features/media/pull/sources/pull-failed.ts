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

/** A source gave no stream. The message names neither its address nor its account; `cause` is for operators. */
export class PullFailed extends Error {
  override readonly name = 'PullFailed';
  readonly fault: PullFault;

  constructor(fault: PullFault, cause?: unknown) {
    super(`the source of a live stream failed: ${fault}`, { cause });
    this.fault = fault;
  }
}
