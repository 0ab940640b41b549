/** What a file system failure means to an operator, by its code (errno of POSIX). */
const words: Readonly<Record<string, (path: string) => string>> = {
  EISDIR: (path) => `${path} is a folder, where a file is kept: move it away`,
  EEXIST: (path) => `${path} is a file, where a folder is kept: move it away`,
  ENOTDIR: (path) => `a part of ${path} is a file, where a folder is kept: move it away`,
  EACCES: (path) => `${path} may not be read or written by this user`,
  EROFS: (path) => `${path} is on a disk that is read-only`,
  ENOSPC: (path) => `there is no space left for ${path}`,
};

/** For a file system error, a message that says what to do; for other errors, their own message. Pure. */
export function failureWords(error: Error): string {
  const { code = '', path } = error as NodeJS.ErrnoException;
  return path === undefined ? error.message : (words[code]?.(path) ?? error.message);
}
