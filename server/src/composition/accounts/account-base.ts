import { makeMailer } from '../../drivers/mail/mailer.ts';
import { makeOutgoingGuard } from '../../drivers/outgoing/guard.ts';
import { bansFeature } from '../../features/accounts/bans/bans.feature.ts';
import { notificationsFeature } from '../../features/accounts/notifications/notifications.feature.ts';
import { makeNotifications } from '../../features/accounts/notifications/notifying.service.ts';
import { isNameAwaited } from '../../features/accounts/registrations/awaited-names.ts';
import { usersFeature } from '../../features/accounts/users/users.feature.ts';
import { auditFeature } from '../../features/record/audit/audit.feature.ts';
import { emailAddressesFeature } from '../../features/record/email-addresses/email-addresses.feature.ts';
import { mailFeature } from '../../features/record/mail/mail.feature.ts';
import { makeNotices } from '../../features/record/notices/notices.service.ts';
import { preferencesFeature } from '../../features/record/preferences/preferences.feature.ts';
import { nameOfRoom } from '../../features/rooms/rooms/rooms.store.ts';
import { publicUrlOf } from '../../wiring.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { tellPresenceOfAdders } from '../rooms/adders.ts';

export type AccountBase = ReturnType<typeof makeAccountBase>;

/** The base of all account features: users, the audit log, and notices to account owners. */
export function makeAccountBase(ground: Ground, features: FeatureList) {
  const { config, settings, metrics, clock, outside, publicPort } = ground;
  const { bans } = features.add(bansFeature(ground));
  const { users } = features.add(usersFeature({ ...ground, isNameAwaited, tellAvailability: tellPresenceOfAdders }));
  const { addresses } = features.add(emailAddressesFeature(ground));
  const { preferences } = features.add(preferencesFeature());
  const outgoingGuard = makeOutgoingGuard(config['outbound.allowed_networks']);
  const { mail } = features.add(
    mailFeature({
      ...ground,
      mailer: outside('mailer', makeMailer({ guard: outgoingGuard })),
      counts: metrics.mail,
      settings: settings.mail,
      server: settings.server,
    }),
  );
  const notices = makeNotices({ clock, users, mail, addresses, preferences });
  const { audit } = features.add(auditFeature({ ...ground, notices }));
  const notifications = makeNotifications({ ...ground, mail, nameOfRoom });
  const publicUrl = () => publicUrlOf(config, publicPort.number);
  features.add(notificationsFeature({ ...ground, users, mail, nameOfRoom, addresses, preferences, audit, publicUrl }));
  return { bans, users, addresses, preferences, mail, audit, notifications, outgoingGuard };
}
