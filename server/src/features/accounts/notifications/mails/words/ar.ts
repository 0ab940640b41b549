import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const arabic: MailWords = {
  several: (count) =>
    ({
      zero: 'لا جديد',
      one: 'جديد واحد',
      two: 'جديدان',
      few: `${count} مستجدات`,
      many: `${count} مستجدًا`,
      other: `${count} مستجد`,
    })[new Intl.PluralRules('ar').select(count)],
  others: (count) =>
    ({
      zero: 'ولا شيء آخر.',
      one: 'وواحد آخر.',
      two: 'واثنان آخران.',
      few: `و${count} أخرى.`,
      many: `و${count} أخرى.`,
      other: `و${count} أخرى.`,
    })[new Intl.PluralRules('ar').select(count)],
  roles: { [RoomRole.MEMBER]: 'عضوًا', [RoomRole.ADMIN]: 'مشرفًا', [RoomRole.CREATOR]: 'المالك' },
  added: ({ who, room }) => (who ? `أضافك ${who} إلى الغرفة «${room}».` : `تمت إضافتك إلى الغرفة «${room}».`),
  requests: ({ who, room, count }) =>
    count > 1
      ? {
          zero: `لا طلبات انضمام إلى «${room}».`,
          one: `طلب انضمام إلى «${room}».`,
          two: `طلبا انضمام إلى «${room}».`,
          few: `${count} طلبات انضمام إلى «${room}».`,
          many: `${count} طلب انضمام إلى «${room}».`,
          other: `${count} طلب انضمام إلى «${room}».`,
        }[new Intl.PluralRules('ar').select(count)]
      : `طلب انضمام إلى «${room}»${who ? ` من ${who}` : ''}.`,
  joined: ({ room }, approved) => (approved ? `يمكنك الآن دخول الغرفة «${room}».` : `رُفض طلب انضمامك إلى «${room}».`),
  rooms: ({ count }, name) =>
    count > 1
      ? {
          zero: 'لا غرف جديدة بانتظارك.',
          one: 'غرفة جديدة بانتظارك.',
          two: 'غرفتان جديدتان بانتظارك.',
          few: `${count} غرف جديدة بانتظارك.`,
          many: `${count} غرفة جديدة بانتظارك.`,
          other: `${count} غرفة جديدة بانتظارك.`,
        }[new Intl.PluralRules('ar').select(count)]
      : `الغرفة الجديدة «${name}» بانتظارك.`,
  created: ({ room }, approved) => (approved ? `تمت الموافقة على غرفتك «${room}».` : `رُفضت غرفتك «${room}».`),
  role: ({ room }, role) => `أصبحت ${role} في «${room}».`,
  removed: ({ room }, isBan) => (isBan ? `حُظرت من «${room}».` : `أُزلت من «${room}».`),
  reports: ({ room, count }) =>
    `${
      count > 1
        ? {
            zero: 'لا بلاغات جديدة',
            one: 'بلاغ جديد',
            two: 'بلاغان جديدان',
            few: `${count} بلاغات جديدة`,
            many: `${count} بلاغًا جديدًا`,
            other: `${count} بلاغ جديد`,
          }[new Intl.PluralRules('ar').select(count)]
        : 'بلاغ جديد'
    }${room ? ` في «${room}»` : ''} للمراجعة.`,
  decided: (resolved) => (resolved ? 'عولج ما أبلغت عنه. شكرًا لك.' : 'رُوجع ما أبلغت عنه، ولم يلزم إجراء.'),
  mentions: ({ who, room, count }) =>
    count > 1
      ? {
          zero: `لم يذكرك أحد في «${room}».`,
          one: `ذُكرت مرة واحدة في «${room}».`,
          two: `ذُكرت مرتين في «${room}».`,
          few: `ذُكرت ${count} مرات في «${room}».`,
          many: `ذُكرت ${count} مرة في «${room}».`,
          other: `ذُكرت ${count} مرة في «${room}».`,
        }[new Intl.PluralRules('ar').select(count)]
      : who
        ? `ذكرك ${who} في «${room}».`
        : `ذُكرت في «${room}».`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `اختارك ${who || 'المالك'}: إن غادر «${room}» صارت لك.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'العضو المختار'} لا يريد «${room}» بعد مغادرتك.`
        : kind === SuccessionKind.SOON
          ? `طال غيابك، وستصير «${room}» لشخص آخر قريبًا. ادخلها مرة واحدة لتبقى لك.`
          : `طال غيابك: صارت «${room}» لـ ${who || 'شخص آخر'}.`,
};
