/** Prints results: tables and sentences for people, the contract's JSON and YAML for programs. */
import type { DescMessage, JsonValue, MessageShape } from '@bufbuild/protobuf';
import { printJson } from '@matinee/contract/json/print.ts';
import Table from 'cli-table3';
import { stringify } from 'yaml';
import { Failure } from './failure.ts';
import { type Format, formats } from './options.ts';

/** @throws Failure `usage` for a format that does not exist. */
export function formatOf(text: string | undefined): Format {
  const format = formats.find((one) => one === (text ?? 'table'));
  if (!format) throw new Failure('usage', `--output ${text}: is none of ${formats.join(', ')}`);
  return format;
}

/** Prints an answer: as the contract writes it, or as text from `human`. */
export function printAnswer<D extends DescMessage>(
  format: Format,
  desc: D,
  message: MessageShape<D>,
  human: () => string,
): void {
  if (format === 'table') print(human());
  else printValue(format, printJson(desc, message));
}

export function printValue(format: Exclude<Format, 'table'>, value: JsonValue): void {
  print(format === 'json' ? JSON.stringify(value, null, 2) : stringify(value, { lineWidth: 0 }).trimEnd());
}

/** A line for people, or the lines of a table. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints progress and warnings on standard error, so that they never mix with the output that a script reads. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

const noLines = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
  ...{ 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

/**
 * Columns with a heading and without border lines, so that it is easy to cut words out. Without rows it prints `none`.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none;
  const style = { 'padding-left': 0, 'padding-right': 0, head: process.stdout.isTTY ? ['bold'] : [], border: [] };
  const made = new Table({ head: head.map((word) => word.toUpperCase()), chars: noLines, style });
  for (const row of rows) made.push(row.map(clean));
  return trimmed(made.toString());
}

/** Names and values, one pair a line. Leaves out pairs without a value. */
export function list(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${clean(value)}`).join('\n');
}

/**
 * Text of users must not control the terminal: control characters and characters that change the direction of writing
 * become �.
 */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match control characters
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

function trimmed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
