import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const spanish: MailWords = {
  several: (count) => `${count} ${count === 1 ? 'novedad' : 'novedades'}`,
  others: (count) => `Y ${count} más.`,
  roles: { [RoomRole.MEMBER]: 'miembro', [RoomRole.ADMIN]: 'administrador', [RoomRole.CREATOR]: 'propietario' },
  added: ({ who, room }) => (who ? `${who} te añadió a la sala “${room}”.` : `Te añadieron a la sala “${room}”.`),
  requests: ({ who, room, count }) =>
    count > 1 ? `${count} personas quieren entrar en “${room}”.` : `${who || 'Alguien'} quiere entrar en “${room}”.`,
  joined: ({ room }, approved) =>
    approved ? `Ya puedes entrar en la sala “${room}”.` : `Tu solicitud de acceso a “${room}” se rechazó.`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count} salas nuevas esperan tu revisión.` : `La nueva sala “${name}” espera tu revisión.`,
  created: ({ room }, approved) => (approved ? `Tu sala “${room}” se aprobó.` : `Tu sala “${room}” se rechazó.`),
  role: ({ room }, role) => `Ahora eres ${role} de “${room}”.`,
  removed: ({ room }, isBan) => (isBan ? `Te vetaron en “${room}”.` : `Te expulsaron de “${room}”.`),
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} nuevas denuncias` : 'Una nueva denuncia'}${room ? ` en “${room}”` : ''} por revisar.`,
  decided: (resolved) =>
    resolved
      ? 'Nos hemos ocupado de lo que denunciaste. Gracias.'
      : 'Revisamos lo que denunciaste y no había nada que hacer.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `Te mencionaron ${count} veces en “${room}”.` : `${who || 'Alguien'} te mencionó en “${room}”.`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who || 'El propietario'} te ha elegido: si deja “${room}”, la sala será tuya.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'El miembro elegido'} no quiere “${room}” cuando te vayas.`
        : kind === SuccessionKind.SOON
          ? `“${room}” pronto será de otra persona porque llevas mucho sin venir. Entra una vez para conservarla.`
          : `Llevabas mucho sin venir: “${room}” es ahora de ${who || 'otra persona'}.`,
};
