/**
 * Finds regular expressions that can take more than linear time: a few thousand characters from outside would block the
 * whole process, or the page of all viewers. Checks the literals of all programs, and the rules of
 * the contract.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DescField, type DescMessage, getOption, hasOption } from '@bufbuild/protobuf';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import {
  type FieldRules,
  field as fieldRules,
  message as messageRules,
} from '../../contract/src/gen/buf/validate/validate_pb.ts';
import { allMethods } from '../../contract/src/methods.ts';

/**
 * Files that make expressions from text. These expressions are linear: the texts do not come from outside, or are
 * escaped.
 */
const builders = new Set([
  'contract/src/shown-text.ts',
  'server/src/kernel/config/config-schemas.ts',
  'server/src/kernel/validator.ts',
  'server/src/transport/openapi/presence.ts',
  'server/src/transport/openapi/unicode-patterns.ts',
  'server/src/transport/rest/not-found.ts',
  'web/src/features/talk/chat-finding/match-pieces.ts',
  'web/src/features/talk/voice/engine/sdp.ts',
]);

/** The faults in the tree at `root`, a line each. */
export function slowPatterns(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const sources = listed
    .toString()
    .split('\n')
    .filter((path) => /^(server|contract|subtitles|cli|web)\/src\/.*\.tsx?$/.test(path))
    .filter((path) => !/\.(test|fixture|rows|arbitrary)\.|\/gen\//.test(path));
  return [
    ...sources.flatMap((path) => slowInSource(path, readFileSync(join(root, path), 'utf8'))),
    ...contractPatterns().flatMap(([place, pattern]) =>
      isSlow(pattern, 'u') ? [`${place}: ${pattern} is slow\n`] : [],
    ),
  ];
}

/** The faults in one source file. */
export function slowInSource(path: string, text: string): string[] {
  const faults: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags, callee } = node as Record<string, unknown>;
    if (type === 'RegExpLiteral' && isSlow(pattern as string, flags as string))
      faults.push(`${path}: /${pattern}/${flags} takes more than linear time for some texts\n`);
    const called = (callee as { value?: unknown } | undefined)?.value;
    if ((type === 'NewExpression' || type === 'CallExpression') && called === 'RegExp' && !builders.has(path))
      faults.push(`${path}: makes a regular expression from text, which this check cannot judge\n`);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' }).body);
  return faults;
}

function isSlow(source: string, flags: string): boolean {
  return analyse({ source, flags }, { maxReports: 1 }).reports.length > 0;
}

/** The patterns in the rules for requests, each with its field or message. */
export function contractPatterns(): [place: string, pattern: string][] {
  const found: [string, string][] = [];
  const seen = new Set<DescMessage>();
  const visit = (desc: DescMessage): void => {
    if (seen.has(desc)) return;
    seen.add(desc);
    if (hasOption(desc, messageRules))
      for (const { expression } of getOption(desc, messageRules).cel) addMatches(desc.typeName, expression);
    for (const field of desc.fields) {
      if (hasOption(field, fieldRules)) addRules(field, getOption(field, fieldRules));
      if (field.message) visit(field.message);
    }
  };
  const addRules = (field: DescField, { cel, type }: FieldRules): void => {
    const place = `${field.parent.typeName}.${field.name}`;
    for (const { expression } of cel) addMatches(place, expression);
    if (type.case === 'string' && type.value.pattern !== '') found.push([place, type.value.pattern]);
    if (type.case === 'repeated' && type.value.items) addRules(field, type.value.items);
  };
  // In CEL strings, a backslash is written twice.
  const addMatches = (place: string, expression: string) => {
    for (const [, literal] of expression.matchAll(/matches\('((?:[^'\\]|\\.)*)'\)/g))
      found.push([place, literal!.replace(/\\(.)/g, '$1')]);
  };
  for (const { input } of allMethods()) visit(input);
  return found;
}
