/** How a command ends. Scripts rely on the numbers: they are documented and do not change. */
export const exitCodes = {
  ok: 0,
  /** The server refused, or what was checked has faults. */
  refused: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** No server answers. */
  unreachable: 3,
  /** A question was answered with no, or could not be asked. */
  unconfirmed: 4,
  /** Anything else: a file that cannot be written, a connection that broke off. */
  failed: 5,
} as const;

export type Ending = keyof typeof exitCodes;

/** A command cannot be done. `message` is for people; `hint` says what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly ending: Exclude<Ending, 'ok'>;
  readonly hint: string | undefined;

  constructor(ending: Exclude<Ending, 'ok'>, message: string, hint?: string) {
    super(message);
    this.ending = ending;
    this.hint = hint;
  }
}
