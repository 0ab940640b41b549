import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const french: MailWords = {
  several: (count) => `${count} ${count > 1 ? 'nouveautés' : 'nouveauté'}`,
  others: (count) => `Et ${count} ${count > 1 ? 'autres' : 'autre'}.`,
  roles: { [RoomRole.MEMBER]: 'membre', [RoomRole.ADMIN]: 'admin', [RoomRole.CREATOR]: 'propriétaire' },
  added: ({ who, room }) =>
    who ? `${who} t’a fait entrer dans le salon « ${room} ».` : `Tu fais maintenant partie du salon « ${room} ».`,
  requests: ({ who, room, count }) =>
    count > 1
      ? `${count} personnes veulent rejoindre « ${room} ».`
      : `${who || 'Quelqu’un'} veut rejoindre « ${room} ».`,
  joined: ({ room }, approved) =>
    approved
      ? `Tu peux maintenant entrer dans le salon « ${room} ».`
      : `Ta demande d’accès à « ${room} » a été refusée.`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count} nouveaux salons t’attendent.` : `Le nouveau salon « ${name} » t’attend.`,
  created: ({ room }, approved) =>
    approved ? `Ton salon « ${room} » a été approuvé.` : `Ton salon « ${room} » a été refusé.`,
  role: ({ room }, role) => `Tu es maintenant ${role} de « ${room} ».`,
  removed: ({ room }, isBan) =>
    isBan ? `L’accès à « ${room} » t’est maintenant interdit.` : `On t’a fait sortir de « ${room} ».`,
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} nouveaux signalements` : 'Un nouveau signalement'}${room ? ` dans « ${room} »` : ''} à examiner.`,
  decided: (resolved) =>
    resolved ? 'Ton signalement a été traité. Merci.' : 'Ton signalement a été examiné ; il n’y avait rien à faire.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `${count} mentions de toi dans « ${room} ».` : `${who || 'Quelqu’un'} te mentionne dans « ${room} ».`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `Le choix de ${who || 'la personne propriétaire'} s’est porté sur toi : si cette personne quitte « ${room} », le salon est à toi.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'Le membre choisi'} ne veut pas de « ${room} » quand tu pars.`
        : kind === SuccessionKind.SOON
          ? `« ${room} » appartiendra bientôt à quelqu’un d’autre, car tu n’y vas plus depuis longtemps. Ouvre-le une fois pour le garder.`
          : `Longtemps sans visite de ta part : « ${room} » appartient maintenant à ${who || 'quelqu’un d’autre'}.`,
};
