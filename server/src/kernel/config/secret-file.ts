import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Largest file of a secret, in bytes; none is a tenth as long. */
const maxBytes = 65_536;

/**
 * The secret in the file at `path`, without the line ends and blanks behind it. Devices and pipes are refused before anything is
 * read: they may never end. @throws Error whose message is the reason.
 */
export function readSecretFile(path: string): string {
  const text = decode(readBytes(path)).trimEnd();
  if (text === '') throw new Error('the file is empty');
  return text;
}

function readBytes(path: string): Buffer {
  let file: number;
  try {
    // To open a pipe is to wait for somebody who writes to it, so only files are read.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw new Error(`the file cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('is not a file');
    if (found.size > maxBytes) throw new Error(`the file has more than ${maxBytes} bytes: that is no secret`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Refuses bytes that are not UTF-8: read as text they would all become the same character, which makes a strong secret weak. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('the file is not text in UTF-8', { cause });
  }
}
