/** The arguments of `npm test -- …`. */
export interface TestArguments {
  /** Words that choose the tests; empty: all tests. They come before the first flag. */
  readonly words: readonly string[];
  readonly mayInstall: boolean;
  /** The first flag and all that follows it. */
  readonly forVitest: readonly string[];
}

export function readArguments(given: readonly string[]): TestArguments {
  const own = given.filter((argument) => argument !== '--no-install');
  const flagAt = own.findIndex((argument) => argument.startsWith('-'));
  const end = flagAt < 0 ? own.length : flagAt;
  return { words: own.slice(0, end), mayInstall: own.length === given.length, forVitest: own.slice(end) };
}
