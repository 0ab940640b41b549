import { create } from '@bufbuild/protobuf';
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { TwitchSourceSchema } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { expect, test } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { CommentNews } from '../live-comments.ts';
import type { ResolveContext } from '../provider.ts';
import { twitchChat } from './twitch.chat.ts';
import { chatLine } from './twitch-chat.fake.ts';

const source = (kind: EmbedKind, id: string) => create(TwitchSourceSchema, { kind, id });
const talk = await twitchChat.talk(source(EmbedKind.CHANNEL, 'Monstercat'), { clock: systemClock } as ResolveContext);
const read = (...lines: string[]) => talk.read(Buffer.from(`${lines.join('\r\n')}\r\n`)) as CommentNews;

test('[TW8] channels have a chat, videos and clips have none that is live', () => {
  const kinds = [EmbedKind.CHANNEL, EmbedKind.VIDEO, EmbedKind.CLIP];
  expect(kinds.map((kind) => twitchChat.areThere(source(kind, 'x')))).toEqual([true, false, false]);
});

test('[TW8] a visitor asks for tags and commands, and joins the channel', () => {
  expect(talk.url).toBe('wss://irc-ws.chat.twitch.tv');
  expect(talk.greeting).toEqual([
    'CAP REQ :twitch.tv/tags twitch.tv/commands',
    'PASS anonymous',
    expect.stringMatching(/^NICK justinfan\d{5}$/),
    'JOIN #monstercat',
  ]);
});

// The examples of dev.twitch.tv/docs/chat/irc, with the channel of this test.
test('[TW8] messages as the documentation shows them', () => {
  const news = read(
    '@badge-info=;badges=turbo/1;color=#0D4200;display-name=ronni;emotes=25:0-4,12-16/1902:6-10;id=b34ccfc7-4977-403a-8a94-33c6bac34fb8;mod=0;room-id=1337;subscriber=0;tmi-sent-ts=1507246572675;turbo=1;user-id=1337;user-type=global_mod :ronni!ronni@ronni.tmi.twitch.tv PRIVMSG #monstercat :Kappa Keepo Kappa',
    '@color=;display-name=A\\sB;id=2;user-id=7 :b!b@b.tmi.twitch.tv PRIVMSG #monstercat :\u0001ACTION waves : at all\u0001',
  );
  expect(news.comments).toMatchObject([
    {
      id: 'b34ccfc7-4977-403a-8a94-33c6bac34fb8',
      authorId: '1337',
      author: 'ronni',
      text: 'Kappa Keepo Kappa',
      color: '#0D4200',
      mode: 'scroll',
    },
    { id: '2', author: 'A B', text: 'waves : at all', color: '' },
  ]);
});

test('[TW8] what moderators take back', () => {
  const clear =
    '@room-id=12345678;target-user-id=87654321;tmi-sent-ts=1642719320727 :tmi.twitch.tv CLEARCHAT #monstercat';
  expect(read(`${clear} :ronni`).deleted).toEqual([{ authorId: '87654321' }]);
  expect(read('@room-id=12345678 :tmi.twitch.tv CLEARCHAT #monstercat').deleted).toEqual(['all']);
  expect(
    read(
      '@login=foo;room-id=;target-msg-id=94e6c7ff-bf98-4faa-af5d-7ad633a158a9;tmi-sent-ts=1642720582342 :tmi.twitch.tv CLEARMSG #monstercat :what a great day',
    ).deleted,
  ).toEqual([{ id: '94e6c7ff-bf98-4faa-af5d-7ad633a158a9' }]);
});

test('[TW8] questions for a sign of life, and the wish for another connection', () => {
  expect(read('PING :tmi.twitch.tv')).toEqual({ replies: ['PONG :tmi.twitch.tv'] });
  expect(read(':tmi.twitch.tv RECONNECT')).toEqual({ isEnding: true });
  expect(read(':tmi.twitch.tv PONG tmi.twitch.tv :matinee')).toEqual({});
});

test('[TW8] being let in, and not', () => {
  expect(read('@emote-only=0;room-id=1 :tmi.twitch.tv ROOMSTATE #monstercat')).toEqual({ isOpen: true });
  expect(() => read(':tmi.twitch.tv NOTICE * :Login authentication failed')).toThrow('does not let us');
  expect(() =>
    read(
      '@msg-id=msg_channel_suspended :tmi.twitch.tv NOTICE #monstercat :This channel does not exist or has been suspended.',
    ),
  ).toThrow();
  expect(read('@msg-id=slow_off :tmi.twitch.tv NOTICE #monstercat :This room is no longer in slow mode.')).toEqual({});
});

test('[TW8] other channels, and lines that Twitch does not write, are passed over', () => {
  const hostile = [
    '',
    '@',
    ':',
    ' ',
    '@a',
    'PRIVMSG',
    '@=;;==\\ :x PRIVMSG',
    `@id=${'x'.repeat(20_000)} :a PRIVMSG #monstercat :long`,
    '\u0000\uffff',
  ];
  expect(read(chatLine('elsewhere', { channel: 'other' }), ...hostile)).toEqual({});
  expect(talk.read(Buffer.from([0xff, 0xfe, 0x00, 0x80]))).toEqual({});
});
