import { expect, test } from 'vitest';
import { categoryOf, formOf, labelOf } from './mark-form.ts';

test('[WTX3] a new one comes last, and names that are empty are not sent', () => {
  const form = { ...formOf(undefined, 3), name: ' Films ', names: { de: ' Filme', fr: '  ' } };
  expect(categoryOf(form)).toEqual({ name: 'Films', names: { de: 'Filme' }, position: 3 });
});

test('[WTX3] what is not changed of a label stays', () => {
  const label = {
    id: 'lab_1',
    name: 'New',
    names: {},
    color: '#00ff00',
    category_id: 'cat_1',
    position: 7,
    version: 2,
  };
  expect(labelOf(formOf(label, 0))).toEqual({
    name: 'New',
    names: {},
    color: '#00ff00',
    category_id: 'cat_1',
    position: 7,
  });
});
