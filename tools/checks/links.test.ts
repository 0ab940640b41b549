import { expect, test } from 'vitest';
import { brokenLinks, targetsIn } from './links.ts';
import { treeOf } from './tree.fixture.ts';

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
