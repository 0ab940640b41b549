import { AccountStatus, AccountStatusSchema } from '@matinee/contract/gen/service/client/admin_users_pb.ts';
import { expect, test } from 'vitest';
import { choiceOption, nameOf, namesOf, numberOf } from './choices.ts';

test('[CL3] the values of an option are the names of the contract, without the one that stands for nothing', () => {
  expect(namesOf(AccountStatusSchema)).toEqual(['active', 'banned', 'deleted']);
  expect(choiceOption('--status <status>', AccountStatusSchema, 'only these').argChoices).toEqual(
    namesOf(AccountStatusSchema),
  );
});

test('names and numbers are read both ways', () => {
  for (const name of namesOf(AccountStatusSchema))
    expect(nameOf(AccountStatusSchema, numberOf(AccountStatusSchema, name))).toBe(name);
  expect(numberOf(AccountStatusSchema, 'banned')).toBe(AccountStatus.BANNED);
});

test('what is not given asks for nothing, and what a newer server says has no name', () => {
  expect(numberOf(AccountStatusSchema, undefined)).toBe(AccountStatus.UNSPECIFIED);
  expect([nameOf(AccountStatusSchema, 0), nameOf(AccountStatusSchema, 99)]).toEqual(['', '']);
});
