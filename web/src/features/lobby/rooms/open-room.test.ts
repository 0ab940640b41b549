import { expect, test } from 'vitest';
import type { PublicSettings } from '../../../client/session/public-settings.ts';
import { firstStep } from './open-room.ts';

const settings = (changed: Partial<PublicSettings>) =>
  ({
    instant_rooms_enabled: true,
    instant_signup_needs_review: false,
    room_creation_enabled: true,
    room_password_policy: 'optional',
    ...changed,
  }) as PublicSettings;

test('[WR13] nothing comes before a room where accounts by a name alone are allowed', () => {
  expect(firstStep(settings({}), false)).toBe('none');
  expect(firstStep(settings({}), true)).toBe('none');
});

test('[WR13] where they are not, or wait for a review, somebody without an account signs up first', () => {
  expect(firstStep(settings({ instant_rooms_enabled: false }), false)).toBe('sign-up');
  expect(firstStep(settings({ instant_signup_needs_review: true }), false)).toBe('sign-up');
  expect(firstStep(settings({ instant_rooms_enabled: false }), true)).toBe('none');
});

test('[WR13] a server that wants a password for every room is asked for one first, and one without rooms says so', () => {
  expect(firstStep(settings({ room_password_policy: 'required' }), true)).toBe('ask');
  expect(firstStep(settings({ room_creation_enabled: false }), true)).toBe('ask');
});
