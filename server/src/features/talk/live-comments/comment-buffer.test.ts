import { DanmakuMode, DanmakuSize } from '@matinee/contract/gen/service/client/danmaku_pb.ts';
import { beforeEach, expect, test } from 'vitest';
import type { SiteComment } from '../../../providers/live-comments.ts';
import { CommentBuffer, maxRecent, maxTold } from './comment-buffer.ts';

let buffer: CommentBuffer;
beforeEach(() => {
  let ids = 0;
  buffer = new CommentBuffer(() => `c${ids++}`);
});

const said = (text: string, more: Partial<SiteComment> = {}): SiteComment => ({
  id: `id of ${text}`,
  authorId: '42',
  author: 'Anna',
  text,
  mode: 'scroll',
  color: '#FFCC00',
  size: 'normal',
  ...more,
});
const texts = () => buffer.take()?.comments.map(({ text }) => text);

test('[LC4] what was heard is told once, in the form of comments over the picture, with who wrote it', () => {
  buffer.hear({ comments: [said('hello', { mode: 'top', size: 'large' })] }, 1_000.4);
  expect(buffer.take()).toEqual({
    comments: [
      {
        id: 'c0',
        author: 'Anna',
        text: 'hello',
        mode: DanmakuMode.TOP,
        color: '#ffcc00',
        size: DanmakuSize.LARGE,
        atMs: 1_000,
      },
    ],
    deletedIds: [],
    cleared: false,
  });
  expect(buffer.take()).toBeUndefined();
});

test('[LC4] texts and names are one line without controls, and as long as may be; one without a text is left out', () => {
  const hostile = [
    said('a\u0000b\n\u202ec', { author: `\u200b${'x'.repeat(90)}` }),
    said(' \u3164\u0001 '),
    said('y'.repeat(9_000)),
  ];
  buffer.hear({ comments: hostile }, 0);
  const told = buffer.take()!.comments;
  expect(told.map(({ text }) => text)).toEqual(['a b c', 'y'.repeat(200)]);
  expect(told[0]!.author).toBe('x'.repeat(50));
});

test('[LC3] of a flood the newest are told, and no more is kept', () => {
  for (let i = 0; i < 10_000; i += 1) buffer.hear({ comments: [said(`${i}`)] }, i);
  const told = texts()!;
  expect([told.length, told[0], told.at(-1)]).toEqual([maxTold, `${10_000 - maxTold}`, '9999']);
  expect(texts()).toBeUndefined();
  buffer.hear({ comments: Array.from({ length: 5_000 }, (_, i) => said(`${i}`)) }, 0);
  expect(texts()).toHaveLength(maxTold);
});

test('[LC1] the newest that were told are known to those who come', () => {
  for (let i = 0; i < 300; i += 1) {
    buffer.hear({ comments: [said(`${i}`)] }, i);
    buffer.take();
  }
  const recent = buffer.recent();
  expect([recent.length, recent.at(-1)!.text, recent[0]!.text]).toEqual([maxRecent, '299', `${300 - maxRecent}`]);
});

test('[LC5] what is taken back before it was told never is', () => {
  buffer.hear({ comments: [said('one'), said('two', { authorId: '7' })] }, 0);
  buffer.hear({ deleted: [{ id: 'id of one' }] }, 0);
  expect(texts()).toEqual(['two']);
  buffer.hear({ comments: [said('three')], deleted: [{ authorId: '42' }] }, 0);
  expect(texts()).toBeUndefined();
});

test('[LC5] what was told is taken back by message, by author, and all of it', () => {
  buffer.hear({ comments: [said('one'), said('two', { authorId: '7' }), said('three')] }, 0);
  buffer.take();
  buffer.hear({ deleted: [{ id: 'id of one' }, { id: 'nobody has this' }] }, 0);
  expect(buffer.take()).toEqual({ comments: [], deletedIds: ['c0'], cleared: false });
  buffer.hear({ deleted: [{ authorId: '42' }] }, 0);
  expect(buffer.take()?.deletedIds).toEqual(['c2']);
  buffer.hear({ deleted: ['all'], comments: [said('before')] }, 0);
  expect(buffer.take()).toEqual({ comments: [], deletedIds: [], cleared: true });
  expect(buffer.recent()).toEqual([]);
});

test('[LC5] another replica takes back what it has told', () => {
  buffer.hear({ comments: [said('one'), said('two')] }, 0);
  const other = new CommentBuffer(() => 'never');
  other.learn(buffer.take()!);
  expect(other.recent().map(({ text }) => text)).toEqual(['one', 'two']);
  other.learn({ comments: [], deletedIds: ['c0'], cleared: false });
  expect(other.recent().map(({ text }) => text)).toEqual(['two']);
  other.learn({ comments: [], deletedIds: [], cleared: true });
  expect(other.recent()).toEqual([]);
});
