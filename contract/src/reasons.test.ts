import { expect, test } from 'vitest';
import { declaredReasons, defineReasons } from './reasons.ts';

const reasons = defineReasons('test', { blank: 'is blank', out_of: 'is not from {min} to {max}; {min} is the least' });

test('a reason has its id, what it names as text, and its English sentence', () => {
  expect(reasons.blank()).toEqual({ reason: 'test.blank', description: 'is blank' });
  expect(reasons.out_of({ min: 1, max: '$&' })).toEqual({
    reason: 'test.out_of',
    params: { min: '1', max: '$&' },
    description: 'is not from 1 to $&; 1 is the least',
  });
});

test('an id is declared once', () => {
  expect(declaredReasons().get('test.blank')).toBe('is blank');
  expect(() => defineReasons('test', { blank: 'is empty' })).toThrow('test.blank');
});
