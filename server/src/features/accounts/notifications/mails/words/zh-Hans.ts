import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const chinese: MailWords = {
  several: (count) => `${count} 条新通知`,
  others: (count) => `还有 ${count} 条。`,
  roles: { [RoomRole.MEMBER]: '成员', [RoomRole.ADMIN]: '管理员', [RoomRole.CREATOR]: '房主' },
  added: ({ who, room }) => (who ? `${who} 把你加入了房间“${room}”。` : `你已加入房间“${room}”。`),
  requests: ({ who, room, count }) =>
    count > 1 ? `${count} 人想加入“${room}”。` : who ? `${who} 想加入“${room}”。` : `有人想加入“${room}”。`,
  joined: ({ room }, approved) => (approved ? `你现在可以进入房间“${room}”了。` : `你加入“${room}”的申请未通过。`),
  rooms: ({ count }, name) => (count > 1 ? `${count} 个新房间等你审核。` : `新房间“${name}”等你审核。`),
  created: ({ room }, approved) => (approved ? `你的房间“${room}”已通过审核。` : `你的房间“${room}”未通过审核。`),
  role: ({ room }, role) => `你现在是“${room}”的${role}。`,
  removed: ({ room }, isBan) => (isBan ? `你已被“${room}”封禁。` : `你已被移出“${room}”。`),
  reports: ({ room, count }) => `${room ? `“${room}”` : ''}有 ${count > 1 ? count : 1} 条新举报待处理。`,
  decided: (resolved) => (resolved ? '你的举报已处理，谢谢。' : '你的举报已核实，未发现问题。'),
  mentions: ({ who, room, count }) =>
    count > 1
      ? `你在“${room}”被提及 ${count} 次。`
      : who
        ? `${who} 在“${room}”提及了你。`
        : `有人在“${room}”提及了你。`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who || '房主'} 选择了你：对方离开“${room}”后，房间归你所有。`
      : kind === SuccessionKind.DECLINED
        ? `${who || '你指定的成员'} 不想在你离开后接手“${room}”。`
        : kind === SuccessionKind.SOON
          ? `你很久没来了，“${room}”很快就会归其他人所有。进入一次即可保留。`
          : `你很久没来了：“${room}”现在归 ${who || '其他人'} 所有。`,
};
