/** Checks the documents' links and pictures that lead to other files of the tree. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Missing targets of the documents in the tree at `root`, a line each. */
export function brokenLinks(root: string): string[] {
  return documentsBelow(root, '').flatMap((path) => brokenIn(root, path));
}

/** Folders that are not ours: packages, builds and hidden folders. */
const isForeign = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.');

function documentsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isForeign(entry.name) ? [] : documentsBelow(root, path);
    return path.endsWith('.md') ? [path] : [];
  });
}

function brokenIn(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return targetsIn(text)
    .filter((target) => !/^[a-z][a-z+.-]*:|^\/\//i.test(target))
    .filter((target) => !leadsSomewhere(root, path, target))
    .map((target) => `${path} names ${target}, which does not exist\n`);
}

/** Targets of links and pictures, as Markdown or HTML, except in code. */
export function targetsIn(text: string): string[] {
  const prose = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').replace(/(`+)[\s\S]*?\1/g, '');
  const found = prose.matchAll(/\]\(\s*<?([^\s<>)]+)|^\[[^\]]+\]:\s*<?([^\s<>]+)|\b(?:src|srcset|href)="([^"\s]+)/gm);
  return [...found].map(([, inline, defined, html]) => (inline ?? defined ?? html)!);
}

function leadsSomewhere(root: string, from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  // A path that starts with a slash is relative to the root of the tree.
  const folder = file.startsWith('/') ? root : join(root, dirname(from));
  const path = file === '' ? join(root, from) : join(folder, decodeURIComponent(file));
  if (!existsSync(path)) return false;
  if (heading === undefined || !path.endsWith('.md') || statSync(path).isDirectory()) return true;
  return headingsIn(readFileSync(path, 'utf8')).includes(heading);
}

/** The anchors that GitHub generates for the headings of a document. */
function headingsIn(text: string): string[] {
  const prose = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
  const seen = new Map<string, number>();
  return [...prose.matchAll(/^#{1,6} +(.*?) *#*$/gm)].map(([, title]) => {
    const plain = title!.replace(/\]\([^)]*\)/g, '').toLowerCase();
    const name = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}
