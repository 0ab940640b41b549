import { ReadyAnswer } from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import { expect, test } from 'vitest';
import { graceMs, type ReadyCheck, withAnswer, withAttendants } from './ready-check.ts';

const asked: ReadyCheck = {
  ...{ id: 'rdy_1', mediaId: 'med_1', starterId: 'anna', starterName: 'Anna' },
  ...{ endsAtMs: 1_000_000, people: [] },
};
const guest = (id: string) => ({ id, name: id, isGuest: true });

test('[RY4] who leaves without an answer is forgotten, and an answer waits for who gave it', () => {
  const both = withAttendants(asked, [guest('one'), guest('two')], 0);
  const answered = withAnswer(both, guest('one'), ReadyAnswer.READY, 0);
  const left = withAttendants(answered, [], 1_000);
  expect(left.people.map(({ id, isPresent }) => [id, isPresent])).toEqual([
    ['one', true],
    ['two', true],
  ]);
  const away = withAttendants(left, [guest('three')], 1_000 + graceMs);
  expect(away.people.map(({ id, isPresent }) => [id, isPresent])).toEqual([
    ['one', false],
    ['three', true],
  ]);
  const [back] = withAttendants(away, [guest('one')], 2_000 + graceMs).people;
  expect(back).toMatchObject({ id: 'one', isPresent: true, answer: ReadyAnswer.READY });
});
