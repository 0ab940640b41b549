/** Checks the files and folders that documents name in code: `features/files/files`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generated documents, and the one about the past. */
const isExempt = (path: string) => /^docs\/reference\/|^CHANGELOG\.md$/.test(path);
/** The feature that documents make up as an example. */
const example = /(^|\/)notes\b/;
const fileName = /^[\w.-][\w./-]*\.(tsx?|mjs|cjs|json|md|proto|sql|css|html|grit)$/;
/** The endings of some file names, such as `.test.ts`. */
const ending = /^\.[a-z]+\.tsx?$/;
const folderName = /^[a-z-]+(\/[a-z0-9-]+)+\/?$/;
/** A folder of the tree, or of the sources of a workspace. */
const upperFolder = /^([^/]+)\/(?:src\/([^/]+)\/)?/;

/** Names of files and folders that do not exist, and decisions without a status that tells their outcome. */
export function unknownNames(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  const known = new Set(files.flatMap(endingsOf));
  const folders = new Set(files.flatMap((path) => upperFolder.exec(path)?.slice(1) ?? []));
  const documents = files.filter((path) => path.endsWith('.md') && !isExempt(path));
  return documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const isDecision = /(^|\/)adr\/\d/.test(path);
    const status = isDecision ? statusFaults(text).map((fault) => `${path} ${fault}\n`) : [];
    if (isDecision && isSuperseded(text)) return status;
    return [
      ...status,
      ...unknownIn(text, known, folders).map((name) => `${path} names ${name}, which does not exist\n`),
    ];
  });
}

const isSuperseded = (text: string) => /^Status: superseded by \[/m.test(text);

function statusFaults(text: string): string[] {
  const [, status] = /^Status: (.+)$/m.exec(text) ?? [];
  if (status !== undefined && /^accepted$|^(accepted; .+ )?superseded by \[ADR \d+\]\(\S+\.md\)$/.test(status))
    return [];
  return ['needs a line "Status: accepted" or "Status: superseded by [ADR 9](FILE)"'];
}

/**
 * Every relative form of a path, from each folder above it: documents leave out the first folders, and mostly `.ts`.
 */
function endingsOf(path: string): string[] {
  const names = new Set<string>();
  const parts = path.split('/');
  for (let end = 1; end <= parts.length; end++)
    for (let begin = 0; begin < end; begin++) names.add(parts.slice(begin, end).join('/'));
  for (const name of [...names]) names.add(name.replace(/\.tsx?$/, ''));
  return [...names];
}

function unknownIn(text: string, known: ReadonlySet<string>, folders: ReadonlySet<string>): string[] {
  const prose = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
  return names.filter((name) => {
    const path = name.replace(/\/$/, '');
    if (example.test(name) || ending.test(name) || known.has(path)) return false;
    // Words with a slash between them may be anything, unless the first one is a folder.
    return fileName.test(name) || (folderName.test(name) && folders.has(path.slice(0, path.indexOf('/'))));
  });
}
