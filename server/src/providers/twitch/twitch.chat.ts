/**
 * The chat of a channel, by the documentation of Twitch's IRC (dev.twitch.tv/docs/chat/irc: connecting, capabilities,
 * keep-alive, messages and their tags) and RFC 1459. This server reads it as a visitor, with a nickname in Twitch's
 * form for visitors. Twitch recommends EventSub, but that requires an account's consent. [TW8]
 */
import { EmbedKind } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { CommentNews, CommentTalk, SiteComment } from '../live-comments.ts';
import type { MediaProvider, ProviderTools } from '../provider.ts';

const address = 'wss://irc-ws.chat.twitch.tv';
/** Twitch sends a PING about every five minutes ("Keepalive messages"). */
const silentMs = 6 * 60_000;
const beatMs = 60_000;
/** Tags have at most 8 191 bytes (IRCv3 message tags) and the rest of a line 512; Twitch sends no longer lines. */
const maxLine = 16_384;

/** The CTCP markers around text written with /me. */
const [actionStart, actionEnd] = ['\u0001ACTION ', '\u0001'];

interface Line {
  readonly tags: ReadonlyMap<string, string>;
  readonly command: string;
  readonly channel: string;
  readonly text: string;
}

export const twitchChat: NonNullable<MediaProvider<'twitch'>['liveComments']> = {
  areThere: ({ kind }) => kind === EmbedKind.CHANNEL,
  talk: async ({ id }, { clock }) => talkOf(id.toLowerCase(), clock),
};

function talkOf(name: string, clock: ProviderTools['clock']): CommentTalk {
  const channel = `#${name}`;
  const nickname = `justinfan${10_000 + (Math.floor(clock.nowMs()) % 80_000)}`;
  return {
    url: address,
    greeting: ['CAP REQ :twitch.tv/tags twitch.tv/commands', 'PASS anonymous', `NICK ${nickname}`, `JOIN ${channel}`],
    beat: { everyMs: beatMs, frame: 'PING :matinee' },
    silentMs,
    read: (frame) => readFrame(frame.toString('utf8'), channel),
  };
}

/** @throws Error when Twitch refuses the connection */
function readFrame(frame: string, channel: string): CommentNews {
  const comments: SiteComment[] = [];
  const deleted: NonNullable<CommentNews['deleted']>[number][] = [];
  const replies: string[] = [];
  let [isOpen, isEnding] = [false, false];
  for (const raw of frame.split('\r\n')) {
    const line = raw.length > maxLine ? undefined : readLine(raw);
    if (!line) continue;
    const { command, tags, text } = line;
    if (command === 'PING') replies.push(`PONG :${text}`);
    else if (command === 'RECONNECT') isEnding = true;
    else if (command === 'NOTICE' && isRefusal(line)) throw new Error('Twitch does not let us into the chat');
    else if (line.channel !== channel) continue;
    else if (command === 'ROOMSTATE' || command === 'JOIN') isOpen = true;
    else if (command === 'PRIVMSG') comments.push(commentOf(line));
    else if (command === 'CLEARMSG') deleted.push({ id: tags.get('target-msg-id') ?? '-' });
    else if (command === 'CLEARCHAT')
      deleted.push(text === '' ? 'all' : { authorId: tags.get('target-user-id') ?? '-' });
  }
  return {
    ...(isOpen ? { isOpen } : {}),
    ...(comments.length > 0 ? { comments } : {}),
    ...(deleted.length > 0 ? { deleted } : {}),
    ...(replies.length > 0 ? { replies } : {}),
    ...(isEnding ? { isEnding } : {}),
  };
}

/** `@tags :prefix COMMAND #channel :text` */
function readLine(raw: string): Line | undefined {
  let rest = raw;
  const cut = (sign: string): string => {
    if (!rest.startsWith(sign)) return '';
    const end = rest.indexOf(' ');
    const part = rest.slice(1, end < 0 ? rest.length : end);
    rest = end < 0 ? '' : rest.slice(end + 1);
    return part;
  };
  const tags = cut('@');
  cut(':');
  const start = rest.indexOf(' :');
  const [command = '', channel = ''] = (start < 0 ? rest : rest.slice(0, start)).split(' ');
  if (command === '') return undefined;
  return { tags: readTags(tags), command, channel, text: start < 0 ? '' : rest.slice(start + 2) };
}

const escapes: Readonly<Record<string, string>> = { ':': ';', s: ' ', '\\': '\\', r: '\r', n: '\n' };

/** `color=#FF0000;display-name=Anna`, with escapes (IRCv3 message tags). */
function readTags(tags: string): ReadonlyMap<string, string> {
  const pairs = tags === '' ? [] : tags.split(';');
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const value = at < 0 ? '' : pair.slice(at + 1).replace(/\\(.?)/g, (_, sign: string) => escapes[sign] ?? sign);
      return [at < 0 ? pair : pair.slice(0, at), value];
    }),
  );
}

function commentOf({ tags, text }: Line): SiteComment {
  const isAction = text.startsWith(actionStart) && text.endsWith(actionEnd);
  return {
    id: tags.get('id') ?? '',
    authorId: tags.get('user-id') ?? '',
    author: tags.get('display-name') ?? '',
    text: isAction ? text.slice(actionStart.length, -actionEnd.length) : text,
    mode: 'scroll',
    color: tags.get('color'),
    size: 'normal',
  };
}

/** Whether Twitch refuses us or this channel. Other notices concern the chat's settings. */
function isRefusal({ tags, channel, text }: Line): boolean {
  if (channel === '*') return /^(?:Login|Improperly)/.test(text);
  return /^(?:msg_channel_suspended|msg_banned|msg_room_not_found|tos_ban)$/.test(tags.get('msg-id') ?? '');
}
