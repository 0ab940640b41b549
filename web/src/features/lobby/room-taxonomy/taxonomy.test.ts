import { expect, test } from 'vitest';
import { labelsFor, nameIn } from './taxonomy.port.ts';

test('[WTX1] names are in the reader’s language where there are any', () => {
  const films = { name: 'Films', names: { de: 'Filme', 'pt-BR': 'Filmes' } };
  expect(['de', 'de-AT', 'pt-BR', 'en'].map((language) => nameIn(films, language))).toEqual([
    'Filme',
    'Filme',
    'Filmes',
    'Films',
  ]);
});

test('[WTX2] labels of other categories are not offered', () => {
  const label = (id: string, category_id: string) => ({ id, category_id }) as never;
  const labels = [label('all', ''), label('films', 'a'), label('series', 'b')];
  expect(labelsFor(labels, 'a').map(({ id }) => id)).toEqual(['all', 'films']);
  expect(labelsFor(labels, '').map(({ id }) => id)).toEqual(['all']);
});
