import type { Notification } from '@matinee/contract/gen/api.ts';
import {
  Bell,
  Crown,
  DoorOpen,
  Flag,
  FlagOff,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Shield,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import type { Translate } from '../../../texts/texts.ts';

/** How an entry is shown. */
export interface NotificationView {
  readonly Icon: LucideIcon;
  readonly sentence: string;
  /** A text that a person wrote. */
  readonly detail?: string;
  /** A page of this site, or an address elsewhere. */
  readonly href?: string;
  /** Where on that page. */
  readonly hash?: string;
}

/** Describes an event in the reader's language, with the page that it links to. Pure. [WNT3] */
export function sayNotification(one: Notification, t: Translate): NotificationView {
  const { actor, room, count } = one;
  const names = { who: actor?.display_name ?? t('somebody'), room: room?.name ?? '', count };
  const toRoom = room ? { href: `/r/${room.room_id}` } : {};
  if (one.room_added) return { Icon: DoorOpen, sentence: t(actor ? 'added.by' : 'added.plain', names), ...toRoom };
  if (one.join_request_arrived)
    return {
      Icon: UserPlus,
      sentence: t('request', names),
      ...(count === 1 ? { detail: one.join_request_arrived.note } : {}),
      ...toRoom,
      hash: 'requests',
    };
  if (one.join_decided) return sayDecision('joined', one.join_decided, toRoom, t, names);
  if (one.room_creation_arrived)
    return {
      Icon: DoorOpen,
      sentence: t('roomWaits', { ...names, room: one.room_creation_arrived.name }),
      href: '/admin/room-creations',
    };
  if (one.room_creation_decided)
    return sayDecision('created', one.room_creation_decided, toRoom, t, {
      ...names,
      room: one.room_creation_decided.name,
    });
  if (one.role_changed) return { Icon: Shield, sentence: t(`role.${one.role_changed.role}`, names), ...toRoom };
  if (one.removed_from_room)
    return {
      Icon: UserMinus,
      sentence: t(`removed.${one.removed_from_room.kind}`, names),
      detail: one.removed_from_room.reason,
    };
  if (one.report_arrived)
    return {
      Icon: Flag,
      sentence: t(room ? 'report.room' : 'report.platform', names),
      ...(room ? { ...toRoom, hash: 'reports' } : { href: '/admin/reports' }),
    };
  if (one.report_decided) return { Icon: FlagOff, sentence: t(`reportDecided.${one.report_decided.status}`, names) };
  if (one.announcement) return sayAnnouncement(one.announcement);
  if (one.mention)
    return { Icon: MessageCircle, sentence: t(one.mention.is_reply ? 'reply' : 'mention', names), ...toRoom };
  if (one.room_succession)
    return { Icon: Crown, sentence: t(`succession.${one.room_succession.kind}`, names), ...toRoom };
  return { Icon: Bell, sentence: t('unknown') };
}

function sayDecision(
  key: 'joined' | 'created',
  { approved, reason }: { readonly approved: boolean; readonly reason: string },
  toRoom: { readonly href?: string },
  t: Translate,
  names: Record<string, unknown>,
): NotificationView {
  const sentence = t(`${key}.${approved ? 'approved' : 'rejected'}`, names);
  return { Icon: DoorOpen, sentence, detail: reason, ...(approved || key === 'joined' ? toRoom : {}) };
}

function sayAnnouncement({ title, text, link }: NonNullable<Notification['announcement']>): NotificationView {
  return { Icon: Megaphone, sentence: title, detail: text, ...(/^https?:\/\//.test(link) ? { href: link } : {}) };
}
