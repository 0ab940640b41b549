import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Graph } from './module-graph.ts';

const textFile = /web\/src\/.*\/texts\.([\w-]+)\.json$/;
const roomEntry = /web\/src\/.*\/room-entry\.tsx$/;
/** Wings whose features are shown together: each page of the wing leads to all others. */
const wing = /web\/src\/features\/(admin)\//;

export const isTexts = (id: string) => textFile.test(id);

/**
 * Texts that are shown together come in one file for each language: those of the first screen, of a room, of its menu,
 * and of a wing. `early`: the modules that ask for the first screen. `room`: the modules that draw a room at once.
 * `soon`: those that draw more of it without a press.
 */
export function nameTexts(
  { ids, loads }: Graph,
  early: Iterable<string>,
  room: ReadonlySet<string>,
  soon: ReadonlySet<string>,
): Map<string, string> {
  const first = new Set([...early].flatMap(loads));
  const entries = new Map(ids.filter((id) => roomEntry.test(id)).map((id) => [basename(dirname(id)), id]));
  const said = new Set([...room].flatMap(namespacesIn));
  const saidSoon = new Set([...soon].flatMap(namespacesIn));
  const groupOf = (id: string) => {
    if (first.has(id)) return 'first-texts';
    const namespace = basename(dirname(id));
    const entry = entries.get(namespace);
    if (entry) {
      if (said.has(namespace)) return 'room-texts';
      if (/^ {2}menu: /m.test(sourceOf(entry))) return 'room-menu-texts';
    }
    const [, together] = wing.exec(id) ?? [];
    if (!together && saidSoon.has(namespace)) return 'room-soon-texts';
    return together && `${together}-texts`;
  };
  const named = ids.filter(isTexts).flatMap((id) => {
    const group = groupOf(id);
    return group ? [[id, `${group}.${textFile.exec(id)![1]}`] as const] : [];
  });
  return new Map(named);
}

/** The namespaces of the texts that a module says. */
function namespacesIn(id: string): string[] {
  if (!/web\/src\/.*\.tsx?$/.test(id)) return [];
  const asked = sourceOf(id).matchAll(/\buseTranslation\(\s*(\[[^\]]*\]|'[^']*')/g);
  return [...asked].flatMap(([, names]) => [...names!.matchAll(/'([^']*)'/g)].map(([, name]) => name!));
}

const sourceOf = (id: string) => readFileSync(id, 'utf8');
