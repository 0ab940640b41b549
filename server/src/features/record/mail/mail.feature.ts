import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import type { Mailer, OutgoingMail } from '../../../drivers/mail/mailer.ts';
import type { SmtpServer } from '../../../drivers/mail/smtp-server.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { parseEmailAddress } from '../../../kernel/email-address.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Database } from '../../../store/database.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Subscription } from '../../../store/events/subscription.ts';
import type { Feature } from '../../feature.ts';
import type { serverSettings } from '../server-name/server.settings.ts';
import { mailErrors, mailReasons } from './mail.errors.ts';
import { type Mail, mailLanguage } from './mail.port.ts';
import type { mailSettings } from './mail.settings.ts';
import { mailTopic, makeMailOutbox, type SealedMail } from './mail-outbox.ts';
import { type MailCounts, makeMailSender } from './mail-sender.ts';
import { renderMail } from './render-mail.ts';
import { toSmtpServer } from './smtp-server.ts';

interface MailParts {
  readonly db: Database;
  readonly relay: Relay;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly counts: MailCounts;
  readonly settings: SettingValues<typeof mailSettings>;
  readonly server: SettingValues<typeof serverSettings>;
}

/** The mails of the server: the outbox, the sender, and the test mail for administrators. */
export function mailFeature(parts: MailParts): Feature & { mail: Mail } {
  const { relay, clock, ids, sealer, mailer, settings, server } = parts;
  const smtpServer = (): SmtpServer | undefined => toSmtpServer(settings);
  const compose = (id: string, mail: SealedMail): OutgoingMail => ({
    id,
    from: { address: settings.fromEmail ?? '', name: settings.fromName },
    to: mail.to,
    language: mail.language,
    ...renderMail(mail, server.name),
  });
  const sender = makeMailSender({ ...parts, server: smtpServer, compose });
  let subscription: Subscription | undefined;
  return {
    name: 'mail',
    tables: ['mails'],
    mail: makeMailOutbox({ clock, ids, sealer, isConfigured: () => smtpServer() !== undefined }),
    bindings: [
      /** [MA8] */
      handleAdmin(AdminService.method.sendTestEmail, async ({ email, language }) => {
        const to = parseEmailAddress(email)?.address;
        if (to === undefined)
          throw mailErrors.invalid_address({ violations: [{ field: 'email', ...mailReasons.not_one_address() }] });
        const target = smtpServer();
        if (!target) throw mailErrors.not_configured();
        const mail = {
          to,
          template: 'test',
          values: { server: server.name },
          language: mailLanguage(language),
        } as const;
        try {
          return { response: await mailer.send(target, compose(ids.make('mail'), mail)) };
        } catch (cause) {
          const message = `The mail could not be handed over: ${(cause as Error).message}`;
          throw Object.assign(mailErrors.delivery_failed({ message }), { cause });
        }
      }),
    ],
    parts: [
      mailer,
      sender,
      {
        name: 'mail notices',
        start: async () => {
          subscription = relay.subscribe(mailTopic, 'now', () => sender.wake());
        },
        stop: async () => subscription?.close(),
      },
    ],
  };
}
