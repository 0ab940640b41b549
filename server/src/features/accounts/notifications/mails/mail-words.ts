import { ReportStatus } from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RemovalKind, SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { Language } from '@matinee/contract/languages.ts';
import { toNotification } from '../notification-messages.ts';
import type { ViewedNotification } from '../notifications.store.ts';
import { arabic } from './words/ar.ts';
import { german } from './words/de.ts';
import { english } from './words/en.ts';
import { spanish } from './words/es.ts';
import { french } from './words/fr.ts';
import { japanese } from './words/ja.ts';
import { portuguese } from './words/pt-BR.ts';
import type { MailWords } from './words/words.ts';
import { chinese } from './words/zh-Hans.ts';

const wordsIn: Readonly<Record<Language, MailWords>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  'pt-BR': portuguese,
  'zh-Hans': chinese,
  ja: japanese,
  ar: arabic,
};

export function wordsOf(language: Language): Pick<MailWords, 'several' | 'others'> {
  return wordsIn[language];
}

/** The text of a notification in a mail. Pure. */
export function sayNotification(row: ViewedNotification, language: Language): string {
  const words = wordsIn[language];
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
    case 'roomSuccession':
      return words.succession(about, content.value.kind ?? SuccessionKind.NAMED);
    case undefined:
      return '';
    default:
      return content satisfies never;
  }
}
