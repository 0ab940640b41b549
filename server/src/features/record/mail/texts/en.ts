import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = 'If that was not you, sign in, change your password and end the sessions that you do not recognise.';
const ignore = 'If you did not ask for this, you can ignore this mail: nothing happens without the code.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const englishTexts: MailTexts = {
  greeting: { named: 'Hello {username},', plain: 'Hello,' },
  footer: 'This mail was sent by {server}. Nobody reads replies to it.',
  linkHint: 'If the button does not work, open this address:',
  sign_in: {
    subject: '{code} is your sign-in code for {server}',
    before: ['With this code you sign in to {server}:'],
    button: 'Sign in',
    after: ['The code works once, for {minutes} minutes. Do not give it to anybody.', ignore],
  },
  registration: {
    subject: '{code} is your code to join {server}',
    before: ['With this code you confirm your address and make an account at {server}:'],
    button: 'Make an account',
    after: ['The code works once, for {minutes} minutes.', ignore],
  },
  already_registered: {
    subject: 'You already have an account at {server}',
    before: [
      'Somebody, probably you, asked to make an account at {server} with this address. It already belongs to an account.',
    ],
    button: 'Sign in',
    after: ['If you forgot your password, sign in by email or set a new password.'],
  },
  address_wanted: {
    subject: 'Somebody wants to use your address at {server}',
    before: [
      'Somebody asked to add this address to another account at {server}. It belongs to your account, so nothing was changed.',
    ],
    after: ['If that was you, remove the address from the first account before you add it to the other one.'],
  },
  verification: {
    subject: '{code} confirms your address at {server}',
    before: ['With this code you confirm that this address is yours:'],
    button: 'Confirm this address',
    after: ['The code works once, for {hours} hours.', ignore],
  },
  password_reset: {
    subject: '{code} is your code for a new password at {server}',
    before: ['With this code you set a new password:'],
    button: 'Set a new password',
    after: ['The code works once, for {minutes} minutes. All your sessions end when the password changes.', ignore],
  },
  mfa_code: {
    subject: '{code} is your second step at {server}',
    before: ['Your sign-in to {server} asks for this code:'],
    after: [
      'The code works once, for {minutes} minutes, and for this sign-in only.',
      'If you are not signing in right now, somebody knows your password: change it.',
    ],
  },
  verification_code: {
    subject: '{code} confirms a change at {server}',
    before: ['You are changing something important in your account. This code confirms that it is you:'],
    after: [
      'The code works once, for {minutes} minutes.',
      'If you are not changing anything right now, end your sessions and change your password.',
    ],
  },
  review_approved: {
    subject: 'Welcome to {server}',
    before: ['Your account at {server} was approved. You can sign in now.'],
    button: 'Sign in',
    after: [],
  },
  review_rejected: {
    subject: 'Your account at {server}',
    before: ['Your request for an account at {server} was turned down.', '{reason}'],
    after: [],
  },
  password_changed: notice('Your password was changed', 'The password of your account at {server} was changed.'),
  passkey_added: notice('A passkey was added', 'A passkey was added to your account at {server}.'),
  passkey_removed: notice('A passkey was removed', 'A passkey was removed from your account at {server}.'),
  totp_added: notice('An authenticator app was added', 'An authenticator app was added to your account at {server}.'),
  totp_removed: notice(
    'The authenticator app was removed',
    'The authenticator app was removed from your account at {server}.',
  ),
  recovery_codes_made: notice(
    'New recovery codes were made',
    'New recovery codes were made for your account at {server}. The old ones no longer work.',
  ),
  two_factor_on: notice('Two-factor sign-in is on', 'Two-factor sign-in was turned on for your account at {server}.'),
  two_factor_off: notice(
    'Two-factor sign-in is off',
    'Two-factor sign-in was turned off for your account at {server}.',
  ),
  account_linked: notice('Another account was linked', 'An external account was linked to your account at {server}.'),
  account_unlinked: notice(
    'A linked account was removed',
    'An external account was unlinked from your account at {server}.',
  ),
  email_changed: notice(
    'Your email address was changed',
    'The address of your account at {server} is now {email}. This address is no longer used.',
  ),
  email_removed: notice('Your email address was removed', 'This address was removed from your account at {server}.'),
  notifications: {
    subject: '{title} – {server}',
    before: ['This happened while you were away from {server}:', '{items}'],
    button: 'Look at it',
    after: ['Your preferences say which mails you get.'],
  },
  test: {
    subject: 'Test mail from {server}',
    before: ['This is a test mail. If you can read it, {server} can send mail.'],
    after: [],
  },
};
