import { z } from 'zod';
import { setting } from '../../kernel/settings.ts';

export const sessionSettings = {
  enablePasswordSignup: setting('user.enablePasswordSignup', z.boolean(), false, 'People may sign up with a password.'),
  passwordSignupNeedReview: setting(
    'user.passwordSignupNeedReview',
    z.boolean(),
    false,
    'Sign-ups with a password wait for a review.',
  ),
  enableGuest: setting('user.enableGuest', z.boolean(), true, 'Rooms may let guests in.'),
};
