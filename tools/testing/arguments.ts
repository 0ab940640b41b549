/** The arguments of `npm test -- …`. */
export interface TestArguments {
  /** Words that choose the tests; empty: all tests. They come before the first flag. */
  readonly words: readonly string[];
  readonly mayInstall: boolean;
  /** Choose the tests that a change may break: since this commit, or (empty) since the branch began. */
  readonly changedSince?: string;
  /** The first flag and all that follows it. */
  readonly forVitest: readonly string[];
}

export function readArguments(given: readonly string[]): TestArguments {
  const changed = given.findLast((argument) => /^--changed(=|$)/.test(argument));
  const own = given.filter((argument) => argument !== '--no-install' && !/^--changed(=|$)/.test(argument));
  const flagAt = own.findIndex((argument) => argument.startsWith('-'));
  const end = flagAt < 0 ? own.length : flagAt;
  return {
    words: own.slice(0, end),
    mayInstall: !given.includes('--no-install'),
    ...(changed === undefined ? {} : { changedSince: changed.slice('--changed='.length) }),
    forVitest: own.slice(end),
  };
}
