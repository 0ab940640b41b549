import { expect, test } from 'vitest';
import { changeOf, formOf } from './settings-change.ts';

const before = formOf(
  { name: 'Friday', description: '', visibility: 'hidden', category_id: 'cat_1', label_ids: ['lab_1'] },
  { control: 'hosts', chat_enabled: true, wait_seconds: 8 },
);

test('[WR3] nothing changed: nothing is sent', () => {
  expect(changeOf(before, { ...before, name: ' Friday ' })).toBeUndefined();
});

test('[WR3] only what was changed is sent', () => {
  const after = { ...before, description: 'Bring popcorn', settings: { ...before.settings, chat_enabled: false } };
  expect(changeOf(before, after)).toEqual({ description: 'Bring popcorn', settings: { chat_enabled: false } });
});

test('[WR3] a new name alone sends empty settings', () => {
  expect(changeOf(before, { ...before, name: 'Saturday' })).toEqual({ name: 'Saturday', settings: {} });
});

test('[WTX2] another category is sent with the labels that stay', () => {
  const after = { ...before, taxonomy: { categoryId: 'cat_2', labelIds: [] } };
  expect(changeOf(before, after)).toEqual({ category_id: 'cat_2', labels: { ids: [] }, settings: {} });
});

test('[WR5] a new listing or password is sent without settings', () => {
  expect(changeOf(before, { ...before, visibility: 'public' })).toEqual({ visibility: 'public' });
  const password = { kind: 'remove' } as const;
  expect(changeOf(before, { ...before, password })).toEqual({ password });
});
