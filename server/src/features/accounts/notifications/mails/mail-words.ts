import { ReportStatus } from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RemovalKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailLanguage } from '../../../record/mail/mail.port.ts';
import { toNotification } from '../notification-messages.ts';
import type { ViewedNotification } from '../notifications.store.ts';

/** Facts for a sentence: who, where and how often. */
interface About {
  /** Empty: the mail does not name the person. */
  readonly who: string;
  readonly room: string;
  readonly count: number;
}

interface MailWords {
  several(count: number): string;
  others(count: number): string;
  roles: Readonly<Record<number, string>>;
  added(about: About): string;
  requests(about: About): string;
  joined(about: About, approved: boolean): string;
  /** `name`: name of the room that waits for approval. */
  rooms(about: About, name: string): string;
  created(about: About, approved: boolean): string;
  role(about: About, role: string): string;
  removed(about: About, isBan: boolean): string;
  reports(about: About): string;
  decided(resolved: boolean): string;
  mentions(about: About): string;
}

const english: MailWords = {
  several: (count) => `${count} things are new`,
  others: (count) => `And ${count} more.`,
  roles: { [RoomRole.MEMBER]: 'a member', [RoomRole.ADMIN]: 'an admin', [RoomRole.CREATOR]: 'the owner' },
  added: ({ who, room }) => (who ? `${who} added you to the room “${room}”.` : `You were added to the room “${room}”.`),
  requests: ({ who, room, count }) =>
    count > 1 ? `${count} people want to join “${room}”.` : `${who || 'Somebody'} wants to join “${room}”.`,
  joined: ({ room }, approved) =>
    approved ? `You may enter the room “${room}” now.` : `Your request to join “${room}” was turned down.`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count} new rooms wait for you.` : `The new room “${name}” waits for you.`,
  created: ({ room }, approved) =>
    approved ? `Your room “${room}” was approved.` : `Your room “${room}” was turned down.`,
  role: ({ room }, role) => `You are ${role} of “${room}” now.`,
  removed: ({ room }, isBan) => (isBan ? `You were banned from “${room}”.` : `You were removed from “${room}”.`),
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} new reports` : 'A new report'}${room ? ` in “${room}”` : ''} to look at.`,
  decided: (resolved) =>
    resolved ? 'What you reported was dealt with. Thank you.' : 'What you reported was looked at; nothing was found.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `You were mentioned ${count} times in “${room}”.` : `${who || 'Somebody'} mentioned you in “${room}”.`,
};

const german: MailWords = {
  several: (count) => `${count} Neuigkeiten`,
  others: (count) => `Und ${count} weitere.`,
  roles: { [RoomRole.MEMBER]: 'Mitglied', [RoomRole.ADMIN]: 'Admin', [RoomRole.CREATOR]: 'Inhaber' },
  added: ({ who, room }) =>
    who ? `${who} hat dich in den Raum „${room}“ geholt.` : `Du bist jetzt im Raum „${room}“.`,
  requests: ({ who, room, count }) =>
    count > 1 ? `${count} Leute möchten in „${room}“ mitmachen.` : `${who || 'Jemand'} möchte in „${room}“ mitmachen.`,
  joined: ({ room }, approved) =>
    approved ? `Du darfst jetzt in den Raum „${room}“.` : `Deine Anfrage für „${room}“ wurde abgelehnt.`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count} neue Räume warten auf dich.` : `Der neue Raum „${name}“ wartet auf dich.`,
  created: ({ room }, approved) =>
    approved ? `Dein Raum „${room}“ wurde freigegeben.` : `Dein Raum „${room}“ wurde abgelehnt.`,
  role: ({ room }, role) => `Du bist jetzt ${role} von „${room}“.`,
  removed: ({ room }, isBan) => (isBan ? `Du wurdest aus „${room}“ verbannt.` : `Du wurdest aus „${room}“ entfernt.`),
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} neue Meldungen warten` : 'Eine neue Meldung wartet'}${room ? ` in „${room}“` : ''}.`,
  decided: (resolved) =>
    resolved
      ? 'Um das, was du gemeldet hast, hat sich jemand gekümmert. Danke.'
      : 'Was du gemeldet hast, wurde geprüft; es gab nichts zu tun.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `Du wurdest ${count}-mal in „${room}“ erwähnt.` : `${who || 'Jemand'} hat dich in „${room}“ erwähnt.`,
};

export function wordsOf(language: MailLanguage): Pick<MailWords, 'several' | 'others'> {
  return language === 'de' ? german : english;
}

/** The text of a notification in a mail. Pure. */
export function sayNotification(row: ViewedNotification, language: MailLanguage): string {
  const words = language === 'de' ? german : english;
  const { content, actor, room, count } = toNotification(row);
  const about = { who: actor?.displayName ?? '', room: room?.name ?? '', count };
  switch (content.case) {
    case 'roomAdded':
      return words.added(about);
    case 'joinRequestArrived':
      return words.requests(about);
    case 'joinDecided':
      return words.joined(about, content.value.approved ?? false);
    case 'roomCreationArrived':
      return words.rooms(about, content.value.name ?? '');
    case 'roomCreationDecided':
      return words.created(about, content.value.approved ?? false);
    case 'roleChanged':
      return words.role(about, words.roles[content.value.role ?? RoomRole.MEMBER] ?? '');
    case 'removedFromRoom':
      return words.removed(about, content.value.kind === RemovalKind.BANNED);
    case 'reportArrived':
      return words.reports(about);
    case 'reportDecided':
      return words.decided(content.value.status === ReportStatus.RESOLVED);
    case 'announcement':
      return [content.value.title, content.value.text, content.value.link].filter(Boolean).join('\n');
    case 'mention':
      return words.mentions(about);
    case undefined:
      return '';
    default:
      return content satisfies never;
  }
}
