import { expect, test } from 'vitest';
import { matchPieces } from './match-pieces.ts';

/** The pieces as one text, with brackets around the found ones. */
const marked = (message: string, query: string) =>
  matchPieces(message, query)
    .map(({ text, isSought }) => (isSought ? `[${text}]` : text))
    .join('');

test.each([
  ['Pizza or pizza?', 'PIZZA', '[Pizza] or [pizza]?'],
  ['ÄPFEL und äpfel, nicht apfel', 'äpfel', '[ÄPFEL] und [äpfel], nicht apfel'],
  ['see you at 8', ' you at ', 'see [you at] 8'],
  ['100% (sure).* of <b>it</b>', '% (sure).*', '100[% (sure).*] of <b>it</b>'],
  ['a\\b/c', '\\b/', 'a[\\b/]c'],
  ['aaaa', 'aa', '[aa][aa]'],
  ['Straße, STRASSE', 'straße', '[Straße], STRASSE'],
  ['İstanbul, istanbul', 'ISTANBUL', 'İstanbul, [istanbul]'],
  ['🍕🍕 and 🍔', '🍔', '🍕🍕 and [🍔]'],
])('[WC22] what was looked for is marked in "%s": %s', (message, query, expected) => {
  expect(marked(message, query)).toBe(expected);
});

test.each([
  ['nothing of it', 'pizza'],
  ['found by person', ' '],
  ['', 'x'],
])('[WC22] a message without it stays whole: "%s"', (message, query) => expect(marked(message, query)).toBe(message));

test('[WC22] a message in which it comes late starts shortly before it', () => {
  const message = `${'many words '.repeat(20)}and pizza, then ${'more '.repeat(40)}pizza`;
  const shown = marked(message, 'pizza');
  expect(shown).toMatch(/^…many words .* and \[pizza\], then more /);
  expect(shown.indexOf('[')).toBeLessThan(65);
  expect(shown.endsWith('more [pizza]')).toBe(true);
});

test('[WC22] a long word is cut between characters', () => {
  const shown = marked(`${'🍕'.repeat(50)}xpizza`, 'pizza');
  expect(shown).toMatch(/^…🍕+x\[pizza\]$/u);
});
