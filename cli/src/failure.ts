/** Exit codes. They are documented and do not change, because scripts rely on them. */
export const exitCodes = {
  ok: 0,
  /** The server refused, or the checked input has faults. */
  refused: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** No server answers. */
  unreachable: 3,
  /** The user answered no to a question, or there was no terminal to ask at. */
  unconfirmed: 4,
  /** Any other failure: a file that cannot be written, a connection that broke off. */
  failed: 5,
} as const;

export type Ending = keyof typeof exitCodes;

/** A command failed. `message` is for people; `hint` suggests a remedy. */
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
