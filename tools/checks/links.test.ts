import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brokenLinks, targetsIn } from './links.ts';

/** A repository with these files. */
function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'matinee-links-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync('git', ['init', '-q', root]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test.each([
  ['a link', '[guide](docs/guide.md)'],
  ['a picture', '![A room](docs/pictures/room.webp)'],
  ['a picture in HTML', '<img src="docs/pictures/room.webp" alt="">'],
  ['a definition', '[guide]\n\n[guide]: docs/guide.md'],
  ['a heading', '[below](#nowhere)\n\n# Here'],
])('%s that leads nowhere is found', (_, text) => {
  expect(brokenLinks(treeOf({ 'README.md': text }))).toEqual([
    expect.stringMatching(/^README\.md names (docs\/|#nowhere)\S*, which does not exist\n$/),
  ]);
});

test('links from where their document is, to files, folders and headings, and to other servers pass', () => {
  const root = treeOf({
    'README.md':
      '# One *page*: `here`\n[a](docs/a.md#two-words-1) [b](docs) [c](#one-page-here) [d](https://example.org/x.md)',
    'docs/a.md': '## Two words\n## Two words\n[back](../README.md) ![p](p.png)',
    'docs/p.png': '',
  });
  expect(brokenLinks(root)).toEqual([]);
});

test('what stands in code is no link', () => {
  expect(targetsIn('`[a](b.md)`\n```html\n<img src="c.png">\n```\n[d](e.md)')).toEqual(['e.md']);
});
