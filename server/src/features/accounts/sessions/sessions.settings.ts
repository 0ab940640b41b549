import { bool } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const sessionSettings = {
  enablePasswordSignup: setting('user.enablePasswordSignup', bool, false, 'People may sign up with a password.'),
  passwordSignupNeedReview: setting(
    'user.passwordSignupNeedReview',
    bool,
    false,
    'Sign-ups with a password wait for a review.',
  ),
  enableEmailSignup: setting(
    'user.enableEmailSignup',
    bool,
    false,
    'People may sign up with an email address that they confirm.',
  ),
  emailSignupNeedReview: setting('user.emailSignupNeedReview', bool, false, 'Sign-ups by email wait for a review.'),
  enableWebauthnSignup: setting(
    'user.enableWebauthnSignup',
    bool,
    false,
    'People may sign up with a passkey. Adding a passkey to an account is no sign-up.',
  ),
  webauthnSignupNeedReview: setting(
    'user.webauthnSignupNeedReview',
    bool,
    false,
    'Sign-ups with a passkey wait for a review, which keeps the passkey until then.',
  ),
  enableInstantSignup: setting(
    'user.enableInstantSignup',
    bool,
    false,
    'People who open the link of a room may come in by a name alone.',
  ),
  instantSignupNeedReview: setting(
    'user.instantSignupNeedReview',
    bool,
    false,
    'Sign-ups by a name alone wait for a review.',
  ),
  enableInstantRooms: setting(
    'user.enableInstantRooms',
    bool,
    false,
    'People may make a room by a name alone, where people may come in so.',
  ),
  enableGuest: setting('user.enableGuest', bool, true, 'Rooms may let guests in.'),
};
