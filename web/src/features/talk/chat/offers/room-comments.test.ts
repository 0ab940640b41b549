import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { commentOf } from './room-comments.ts';

const message = (more: Partial<ChatMessage>) => ({ display_position: '', display_color: '', ...more }) as ChatMessage;

test('[WC18] a message flies in one line, where and in the colour that its author chose', () => {
  expect(commentOf(message({ content: 'two\nlines ' }))).toMatchObject({
    text: 'two lines ',
    mode: 'scroll',
    color: '#ffffff',
  });
  expect(commentOf(message({ content: 'x', display_position: 'bottom', display_color: '#FFE14D' }))).toMatchObject({
    mode: 'bottom',
    color: '#ffe14d',
  });
  expect([...commentOf(message({ content: '🎬'.repeat(500) })).text]).toHaveLength(200);
});
