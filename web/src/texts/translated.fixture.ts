import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Texts } from './translate.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const features = readdirSync(join(source, 'features'), { withFileTypes: true })
  .filter((wing) => wing.isDirectory())
  .flatMap((wing) => readdirSync(join(source, 'features', wing.name)).map((name) => join('features', wing.name, name)));

/** The files of one kind in a language: the name of their folder, and their texts by key, a path with dots. */
export function readTranslated(kind: 'texts' | 'errors', language: string) {
  return [...features, 'room']
    .map((folder) => join(source, folder, `${kind}.${language}.json`))
    .filter((path) => existsSync(path))
    .map((path) => {
      const texts = new Map(flat(JSON.parse(readFileSync(path, 'utf8')) as Texts));
      return { folder: basename(dirname(path)), keys: [...texts.keys()], texts };
    });
}

function flat(texts: Texts, at = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[at + key, text] as [string, string]] : flat(text, `${at}${key}.`),
  );
}
