import { Theme } from '@matinee/contract/gen/service/client/preferences_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { Tx } from '../../../store/database.ts';
import type { EmailAddresses } from '../email-addresses/email-addresses.port.ts';
import type { MailMessage } from '../mail/mail.port.ts';
import { makeNotices } from './notices.service.ts';
import type { Notice } from './notices.ts';

const tx = {} as Tx;
const changed: Notice = { template: 'password_changed', userId: 'usr_a' };

/** Notices for Anna, with the facts that the test sets. */
function makeTest(known: { address?: string | undefined; username?: string; wants?: boolean; language?: string } = {}) {
  const { username = 'anna', wants = true, language = 'de-AT' } = known;
  const address = 'address' in known ? known.address : 'anna@example.org';
  const sent: MailMessage[] = [];
  const addresses = {
    find: async (_: unknown, userId: string) => (address ? { user_id: userId, address } : undefined),
  } as unknown as EmailAddresses;
  const notices = makeNotices({
    clock: new FakeClock(Date.UTC(2026, 2, 9, 7, 5, 59, 999)),
    users: { find: async (userId) => (userId === 'usr_a' && username !== '' ? { username } : undefined) },
    mail: { isConfigured: () => true, send: async (_, message) => void sent.push(message as MailMessage) },
    addresses,
    preferences: {
      of: async () => ({
        language,
        theme: Theme.SYSTEM,
        emailNotifications: wants,
        notifyRoomInvitations: true,
        notifyJoinRequests: true,
        notifyRoleChanges: true,
        notifyReports: true,
        notifyAnnouncements: true,
        notifyMentions: true,
        keepWatched: true,
        showProgress: true,
      }),
      change: () => Promise.reject(new Error('a notice changes nothing')),
    },
  });
  return { sent, tell: (notice: Notice = changed) => notices.tell(tx, notice) };
}

test('[EM14] a notice names the account and the minute, in the language of the owner, and is of use for three days', async () => {
  const { sent, tell } = makeTest();
  await tell();
  expect(sent).toEqual([
    {
      to: 'anna@example.org',
      template: 'password_changed',
      values: { username: 'anna', at: '2026-03-09 07:05 UTC' },
      purpose: 'notice',
      language: 'de',
      expiresAt: new Date(Date.UTC(2026, 2, 12, 7, 5, 59, 999)),
    },
  ]);
});

test('[EM14] what a notice says of its own comes with the name and the time', async () => {
  const { sent, tell } = makeTest({ language: '' });
  await tell({
    template: 'email_changed',
    userId: 'usr_a',
    to: 'old@example.org',
    values: { email: 'new@example.org' },
  });
  expect(sent).toMatchObject([
    {
      to: 'old@example.org',
      language: 'en',
      values: { username: 'anna', email: 'new@example.org', at: '2026-03-09 07:05 UTC' },
    },
  ]);
});

test.each([
  ['has no address', { address: undefined }],
  ['wants no mails', { wants: false }],
  ['has no account any more', { username: '' }],
])('[EM14] who %s gets no notice', async (_, known) => {
  const { sent, tell } = makeTest(known);
  await tell();
  expect(sent).toEqual([]);
});

test('[EM14] the address that an account had before is told, whatever its owner wants, and in place of the new one', async () => {
  const notice: Notice = { template: 'email_removed', userId: 'usr_a', to: 'old@example.org' };
  for (const known of [{ wants: false }, { address: undefined }, {}]) {
    const { sent, tell } = makeTest(known);
    await tell(notice);
    expect(sent.map(({ to }) => to)).toEqual(['old@example.org']);
  }
});
