import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Maximum size of a secret file, in bytes; no secret is a tenth as long. */
const maxBytes = 65_536;

/**
 * The secret in the file at `path`, without trailing line ends and blanks. Refuses devices and pipes before reading,
 * because reading them may never end. @throws Error with the reason as its message.
 */
export function readSecretFile(path: string): string {
  const text = decode(readBytes(path)).trimEnd();
  if (text === '') throw new Error('the file is empty');
  return text;
}

function readBytes(path: string): Buffer {
  let file: number;
  try {
    // Opening a pipe would wait for a writer, so this opens without waiting and then reads only regular files.
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

/**
 * Refuses bytes that are not UTF-8: as text they would all become the same replacement character, which makes a strong
 * secret weak.
 */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('the file is not text in UTF-8', { cause });
  }
}
