import { readFileSync } from 'node:fs';
import type { DiagnosisCause, DiagnosisFinding } from '@matinee/contract/gen/api.ts';
import { languages } from '@matinee/contract/languages.ts';
import { expect, test } from 'vitest';
import { sayFinding } from './say-finding.ts';

/** Answers with the key and the values, as far as the key exists in the texts of a language. */
function languageOf(name: string) {
  const texts = JSON.parse(readFileSync(new URL(`texts.${name}.json`, import.meta.url), 'utf8'));
  const find = (key: string) => key.split('.').reduce((node, part) => node?.[part], texts);
  return {
    t: (key: string, values: object = {}) => `${find(key)}`.replace(/\{\{(\w+)\}\}/g, (_, one) => values[one as never]),
    ofProblems: (key: string) => `<${key}>`,
    exists: (key: string, namespace?: string) =>
      namespace === 'problems' ? key === 'not_found.title' : find(key) !== undefined,
    locale: name,
  };
}

const finding = (cause: string, params: Record<string, string> = {}): DiagnosisFinding => ({
  cause: cause as DiagnosisCause,
  params: { name: 'Ben', ...params },
  sentence: 'In English.',
  advice: 'By the server.',
});

test('[WDG5] a cause is said in the language of the reader, with what the server counted', () => {
  const codec = finding('codec', { codecs: 'HEVC', browser: '', conversion: 'off' });
  expect(sayFinding(codec, languageOf('en')).sentence).toBe('Ben’s browser (unknown) cannot play HEVC.');
  expect(sayFinding(codec, languageOf('en')).advice).toMatch(/^Conversion is off/);
  expect(sayFinding(codec, languageOf('de')).sentence).toBe(
    'Der Browser von Ben (unbekannt) kann HEVC nicht abspielen.',
  );
  expect(sayFinding(finding('device', { seconds: '2.1' }), languageOf('de')).sentence).toContain('2,1 s');
});

test('[WDG5] the problem of an item is said as its player says it; the advice fits the way of the bytes', () => {
  const direct = sayFinding(finding('not_loaded', { problem: 'not_found', way: 'direct' }), languageOf('en'));
  expect(direct.sentence).toContain('“<not_found.title>”');
  expect(direct.advice).toMatch(/through the server/);
  const proxied = sayFinding(finding('not_loaded', { problem: 'of_later', way: 'proxied' }), languageOf('en'));
  expect(proxied.sentence).toContain('“of_later”');
  expect(proxied.advice).toBe('Ask them to reload the page.');
});

test('[WDG5] a cause of a later server is said in its words', () => {
  expect(sayFinding(finding('of_later'), languageOf('de'))).toEqual({
    sentence: 'In English.',
    advice: 'By the server.',
  });
});

const causes = ['codec', 'format', 'not_loaded', 'source', 'tap', 'connection', 'stalls', 'slow_source', 'device'];
test.each([...causes, 'distance', 'lost'])('[WDG5] %s has its words in both languages', (cause) => {
  for (const name of Object.keys(languages)) {
    const { sentence, advice } = sayFinding(finding(cause), languageOf(name));
    expect(sentence).not.toBe('In English.');
    expect(advice).not.toMatch(/^undefined/);
  }
});
