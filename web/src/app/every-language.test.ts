import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { languages } from '@matinee/contract/languages.ts';
import { describe, expect, test } from 'vitest';
import { readTranslated } from '../texts/translated.fixture.ts';

const english = byPath('en');
const others = Object.keys(languages).filter((language) => language !== 'en');

/** All texts of a language by folder and key: `chat list.empty`. */
function byPath(language: string): ReadonlyMap<string, string> {
  const files = readTranslated('texts', language);
  return new Map(files.flatMap(({ folder, texts }) => [...texts].map(([key, text]) => [`${folder} ${key}`, text])));
}

/** The placeholders of a text. */
const filledIn = (text = '') => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort().join();

/** The plural forms that a language uses for whole numbers. */
function formsOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
}

/** The keys that a language needs: the English ones, with the language's own plural forms. */
function neededIn(language: string): Map<string, string> {
  const forms = formsOf(language);
  const needed = new Map<string, string>();
  for (const [key, text] of english) {
    const [, base, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    const isNumbered = base !== undefined && english.has(`${base}_other`) && english.has(`${base}_one`);
    if (!isNumbered) needed.set(key, text);
    else if (form === 'other') for (const own of forms) needed.set(`${base}_${own}`, text);
  }
  return needed;
}

test('each language has the list of its files', () => {
  const lists = readdirSync(new URL('languages', import.meta.url)).filter((name) => /^[^.]+\.ts$/.test(name));
  expect(lists.map((name) => basename(name, '.ts')).sort()).toEqual(Object.keys(languages).sort());
});

test('texts have the name of their folder, which no other wing has', () => {
  const folders = readTranslated('texts', 'en').map(({ folder }) => folder);
  expect(folders.filter((folder, place) => folders.indexOf(folder) !== place)).toEqual([]);
});

describe.each(others)('in %s', (language) => {
  const translated = byPath(language);
  const needed = neededIn(language);

  test('[WP1] [WT1] every text is there, in every form that the language has for numbers, and no other', () => {
    expect(english.size).toBeGreaterThan(2_000);
    expect([...needed.keys()].filter((key) => !translated.get(key)?.trim())).toEqual([]);
    // A language may have extra sentences for zero and for exactly one.
    const more = [...translated.keys()].filter((key) => !needed.has(key) && !/_(zero|one)$/.test(key));
    expect(more).toEqual([]);
  });

  test('[WT2] texts have the same things filled in, so that no name or number is lost in translation', () => {
    // A text for exactly one or two may say the number in words.
    const isSaid = (key: string) => /_(zero|one|two)$/.test(key);
    const differing = [...needed].filter(
      ([key, text]) => !isSaid(key) && filledIn(translated.get(key)) !== filledIn(text),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });
});
