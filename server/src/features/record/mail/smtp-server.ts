import type { SmtpServer } from '../../../drivers/mail/smtp-server.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { mailSettings } from './mail.settings.ts';

/** The SMTP server of the current settings; undefined while mail is off or incompletely configured. Pure. [MA9] */
export function toSmtpServer(settings: SettingValues<typeof mailSettings>): SmtpServer | undefined {
  const { enabled, smtpHost, smtpPort, smtpCredentials, smtpProxy, useTls, fromEmail } = settings;
  if (!enabled || smtpHost === null || fromEmail === null) return undefined;
  return {
    host: smtpHost,
    port: smtpPort,
    useTls,
    ...(smtpCredentials ? { credentials: smtpCredentials } : {}),
    ...(smtpProxy ? { proxy: { ...hostAndPort(smtpProxy.url), credentials: smtpProxy.credentials } } : {}),
  };
}

/** Splits `socks5://[::1]:1080` into host and port; the setting allows no other form. */
function hostAndPort(url: string): { host: string; port: number } {
  const at = url.lastIndexOf(':');
  const host = url.slice('socks5://'.length, at).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.slice(at + 1)) };
}
