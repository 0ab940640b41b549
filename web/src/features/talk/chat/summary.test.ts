import type { ChatAttachment } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

const t = (key: string, options?: { count?: number }) =>
  options?.count === undefined ? key : `${options.count} ${key}`;
const file = (more: Partial<ChatAttachment>) => ({ kind: 'file', name: 'a.pdf', ...more }) as ChatAttachment;
const picture = file({ kind: 'image', name: 'a.png' });

test.each([
  ['Hello', [picture], 'Hello'],
  ['', [], ''],
  ['', [picture, picture], '2 pictures'],
  ['', [file({ waveform: 'AA==' })], 'voiceMessage'],
  ['', [picture, file({})], 'a.png, a.pdf'],
])('[WCF12] a message of "%s" and files is said in one line', (content, attachments, expected) => {
  expect(summaryOf({ content, attachments }, t as never)).toBe(expected);
});
