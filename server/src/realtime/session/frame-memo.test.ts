import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema, ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { Answers } from '../observing/answers.ts';
import { FrameMemo } from './frame-memo.ts';

const message = create(ClientMessageSchema, { message: { case: 'unobserveResource', value: { observeId: 'o1' } } });
const bytes = toBinary(ClientMessageSchema, message);
const padded = (length: number, last = 0) => Uint8Array.from({ length }, (_, n) => (n === length - 1 ? last : 7));

test('equal bytes are the same message, also where they lie elsewhere', () => {
  const memo = new FrameMemo();
  memo.keep(bytes, message);
  const elsewhere = new Uint8Array(100);
  elsewhere.set(bytes, 33);
  expect(memo.find(elsewhere.subarray(33, 33 + bytes.length))).toBe(message);
  expect(memo.find(elsewhere.subarray(32, 33 + bytes.length))).toBeUndefined();
});

test('frames of 128 bytes are remembered, longer ones are not', () => {
  const memo = new FrameMemo();
  memo.keep(padded(128), message);
  memo.keep(padded(129), message);
  expect([memo.find(padded(128)), memo.find(padded(129))]).toEqual([message, undefined]);
});

test('256 frames are remembered; one more forgets them, and is remembered itself', () => {
  const memo = new FrameMemo();
  for (let n = 0; n < 256; n++) memo.keep(padded(8, n), message);
  expect([memo.find(padded(8, 0)), memo.find(padded(8, 255))]).toEqual([message, message]);
  memo.keep(padded(9), message);
  expect([memo.find(padded(8, 0)), memo.find(padded(9))]).toEqual([undefined, message]);
});

test('[RT3] an answer says for which observation, whether something follows, and from where it goes on', () => {
  const { message: said } = fromBinary(ServerMessageSchema, new Answers().frame('o1', true, 17));
  expect(said).toMatchObject({ case: 'resourceObserved', value: { observeId: 'o1', changed: true, cursor: 17n } });
});

test('[RT2] equal answers are one buffer, and different ones are not', () => {
  const answers = new Answers();
  const one = answers.frame('o1', true, 1);
  expect(answers.frame('o1', true, 1)).toBe(one);
  for (const other of [answers.frame('o1', false, 1), answers.frame('o1', true, 2), answers.frame('o2', true, 1)])
    expect(other).not.toEqual(one);
});

test('64 answers are remembered; one more forgets them', () => {
  const answers = new Answers();
  const first = answers.frame('o', false, 1);
  for (let cursor = 2; cursor <= 64; cursor++) answers.frame('o', false, cursor);
  expect(answers.frame('o', false, 1)).toBe(first);
  answers.frame('o', false, 65);
  expect(answers.frame('o', false, 1)).not.toBe(first);
  expect(answers.frame('o', false, 1)).toEqual(first);
});
