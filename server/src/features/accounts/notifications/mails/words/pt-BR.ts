import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const portuguese: MailWords = {
  several: (count) => `${count} ${count === 1 ? 'novidade' : 'novidades'}`,
  others: (count) => `E mais ${count}.`,
  roles: { [RoomRole.MEMBER]: 'membro', [RoomRole.ADMIN]: 'administrador', [RoomRole.CREATOR]: 'dono' },
  added: ({ who, room }) => (who ? `${who} adicionou você à sala “${room}”.` : `Adicionaram você à sala “${room}”.`),
  requests: ({ who, room, count }) =>
    count > 1 ? `${count} pessoas querem entrar em “${room}”.` : `${who || 'Alguém'} quer entrar em “${room}”.`,
  joined: ({ room }, approved) =>
    approved ? `Você já pode entrar na sala “${room}”.` : `Seu pedido para entrar em “${room}” foi recusado.`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count} novas salas esperam por você.` : `A nova sala “${name}” espera por você.`,
  created: ({ room }, approved) => (approved ? `Sua sala “${room}” foi aprovada.` : `Sua sala “${room}” foi recusada.`),
  role: ({ room }, role) => `Agora você é ${role} de “${room}”.`,
  removed: ({ room }, isBan) => (isBan ? `Baniram você de “${room}”.` : `Removeram você de “${room}”.`),
  reports: ({ room, count }) =>
    `${count > 1 ? `${count} novas denúncias` : 'Uma nova denúncia'}${room ? ` em “${room}”` : ''} para ver.`,
  decided: (resolved) =>
    resolved
      ? 'O que você denunciou foi resolvido. Agradecemos.'
      : 'O que você denunciou foi analisado; não havia nada a fazer.',
  mentions: ({ who, room, count }) =>
    count > 1 ? `Mencionaram você ${count} vezes em “${room}”.` : `${who || 'Alguém'} mencionou você em “${room}”.`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who || 'O dono'} escolheu você: se sair de “${room}”, a sala será sua.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'O membro escolhido'} não quer “${room}” quando você sair.`
        : kind === SuccessionKind.SOON
          ? `“${room}” em breve será de outra pessoa, porque você está há muito tempo sem vir. Entre uma vez para ficar com ela.`
          : `Você ficou muito tempo sem vir: “${room}” agora é de ${who || 'outra pessoa'}.`,
};
