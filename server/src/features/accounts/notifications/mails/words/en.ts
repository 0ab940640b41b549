import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const english: MailWords = {
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
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who || 'The owner'} chose you: if they leave “${room}”, it is yours.`
      : kind === SuccessionKind.DECLINED
        ? `${who || 'The chosen member'} does not want “${room}” when you leave it.`
        : kind === SuccessionKind.SOON
          ? `“${room}” will soon belong to somebody else, because you have been away for long. Open it once to keep it.`
          : `You were away for long: “${room}” belongs to ${who || 'somebody else'} now.`,
};
