import { randomBytes } from 'node:crypto';

/** A file for a file field, as Playwright takes it. */
export interface FilePayload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Bytes that no other test uses. The server recognizes them as an archive. */
export function zipFile(name: string, length: number): FilePayload {
  const buffer = randomBytes(length);
  buffer.write('PK\u0003\u0004');
  return { name, mimeType: 'application/zip', buffer };
}

export function textFile(name: string, text: string): FilePayload {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}
