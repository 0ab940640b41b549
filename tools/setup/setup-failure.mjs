/** Why the checkout cannot be made ready, in one line that says what to do. */
export class SetupFailure extends Error {
  /** `details`: the output of a program, if no shorter text explains the failure. */
  constructor(message, details = '') {
    super(message);
    this.name = 'SetupFailure';
    this.details = details;
  }
}

/** Explains failures of the file system in our own calls, npm and the build. @returns undefined for other failures. */
export function explainFileFailure(code, path) {
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    const why = code === 'EROFS' ? 'is on a file system that is read-only' : 'belongs to somebody else or is protected';
    return new SetupFailure(
      `${path} cannot be written: it ${why}. Give yourself the right to, or use a copy of your own`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SetupFailure(`the disk of ${path} is full: packages and build need about 1 GB`);
  }
  return undefined;
}
