/** Documents that users pass as a file, on standard input or as text. */
import { readFileSync } from 'node:fs';
import type { JsonValue } from '@bufbuild/protobuf';
import { parse } from 'yaml';
import { Failure } from './failure.ts';

/**
 * Reads JSON or YAML. Text that begins with a brace is the document itself, `-` is standard input, anything else is a
 * file. @throws Failure `usage`
 */
export async function readDocument(fileOrText: string): Promise<JsonValue> {
  const isText = fileOrText.trimStart().startsWith('{');
  const text = isText ? fileOrText : readText(fileOrText);
  try {
    return parse(text) as JsonValue;
  } catch (cause) {
    const reason = (cause as Error).message.split('\n')[0];
    throw new Failure('usage', `${isText ? 'the text' : fileOrText} is neither JSON nor YAML: ${reason}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new Failure('usage', `${file} cannot be read: ${(cause as Error).message}`);
  }
}
