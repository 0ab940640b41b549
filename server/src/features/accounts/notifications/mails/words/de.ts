import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const german: MailWords = {
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
  removed: ({ room }, isBan) => (isBan ? `Du bist jetzt in „${room}“ gesperrt.` : `Du wurdest aus „${room}“ entfernt.`),
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} neue Meldungen warten` : 'Eine neue Meldung wartet'}${room ? ` in „${room}“` : ''}.`,
  decided: (resolved) =>
    resolved
      ? 'Um das, was du gemeldet hast, hat sich jemand gekümmert. Danke.'
      : 'Was du gemeldet hast, wurde geprüft; es gab nichts zu tun.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `Du wurdest ${count}-mal in „${room}“ erwähnt.` : `${who || 'Jemand'} hat dich in „${room}“ erwähnt.`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who || 'Der Inhaber'} hat dich ausgewählt: Geht diese Person aus „${room}“, gehört der Raum dir.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'Das ausgewählte Mitglied'} möchte „${room}“ nicht haben, wenn du gehst.`
        : kind === SuccessionKind.SOON
          ? `„${room}“ gehört bald jemand anderem, weil du lange weg warst. Geh einmal hinein, um den Raum zu behalten.`
          : `Du warst lange weg: „${room}“ gehört jetzt ${who || 'jemand anderem'}.`,
};
