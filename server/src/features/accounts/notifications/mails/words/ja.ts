import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';
import type { MailWords } from './words.ts';

export const japanese: MailWords = {
  several: (count) => `新しい通知${count}件`,
  others: (count) => `ほか${count}件。`,
  roles: { [RoomRole.MEMBER]: 'メンバー', [RoomRole.ADMIN]: '管理者', [RoomRole.CREATOR]: 'オーナー' },
  added: ({ who, room }) =>
    who ? `${who}さんがあなたをルーム「${room}」に追加しました。` : `ルーム「${room}」に追加されました。`,
  requests: ({ who, room, count }) =>
    count > 1
      ? `${count}人が「${room}」への参加を希望しています。`
      : `${who ? `${who}さん` : '誰か'}が「${room}」への参加を希望しています。`,
  joined: ({ room }, approved) =>
    approved ? `ルーム「${room}」に入れるようになりました。` : `「${room}」への参加リクエストは承認されませんでした。`,
  rooms: ({ count }, name) =>
    count > 1 ? `${count}件の新しいルームが承認待ちです。` : `新しいルーム「${name}」が承認待ちです。`,
  created: ({ room }, approved) =>
    approved ? `ルーム「${room}」が承認されました。` : `ルーム「${room}」は承認されませんでした。`,
  role: ({ room }, role) => `「${room}」の${role}になりました。`,
  removed: ({ room }, isBan) => (isBan ? `「${room}」への参加を禁止されました。` : `「${room}」から退出になりました。`),
  reports: ({ room, count }) => `${room ? `「${room}」に` : ''}新しい通報が${count > 1 ? `${count}件` : ''}あります。`,
  decided: (resolved) =>
    resolved
      ? '通報していただいた件に対応しました。ありがとうございます。'
      : '通報していただいた件を確認しましたが、対応は不要と判断しました。',
  mentions: ({ who, room, count }) =>
    count > 1
      ? `「${room}」で${count}回メンションされました。`
      : `${who ? `${who}さん` : '誰か'}が「${room}」であなたにメンションしました。`,
  succession: ({ who, room }, kind) =>
    kind === SuccessionKind.NAMED
      ? `${who ? `${who}さん` : 'オーナー'}があなたを選びました。この人が「${room}」を抜けると、ルームはあなたのものになります。`
      : kind === SuccessionKind.DECLINED
        ? `${who ? `${who}さん` : '選んだメンバー'}は、あなたが抜けたあとの「${room}」の引き継ぎを断りました。`
        : kind === SuccessionKind.SOON
          ? `長いあいだ来ていないため、「${room}」はまもなくほかの人のものになります。残すには、一度入ってください。`
          : `長いあいだ来なかったため、「${room}」は${who ? `${who}さん` : 'ほかの人'}のものになりました。`,
};
