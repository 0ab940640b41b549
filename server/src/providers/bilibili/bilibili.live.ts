/**
 * Comments of live streams, by the notes of the public collection bilibili-API-collect (docs/live/message_stream.md:
 * the request for servers and key, packets, compression, heartbeats, and `DANMU_MSG`). For visitors, names are masked
 * with asterisks. [BI9]
 */
import { promisify } from 'node:util';
import { brotliDecompress, inflate } from 'node:zlib';
import { bilibiliMode, bilibiliSize } from '@matinee/contract/danmaku/comment.ts';
import { needed, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { CommentNews, CommentTalk, SiteComment } from '../live-comments.ts';
import type { MediaProvider } from '../provider.ts';
import { ask, idOf, liveApi, visitorCookie } from './bilibili.client.ts';

const headerBytes = 16;
/** Packet types. */
const operations = { beat: 2, message: 5, enter: 7, entered: 8 } as const;
/** Encodings of a message body. */
const versions = { plain: 0, text: 1, zlib: 2, brotli: 3 } as const;
/** Upstream closes connections that are silent for a minute. It responds to each heartbeat. */
const beatMs = 30_000;
const silentMs = 75_000;
/** Limits of one frame: decompressed bytes, and packets. */
const maxBytes = 4 * 1_048_576;
const maxPackets = 5_000;

const unpack = { [versions.zlib]: promisify(inflate), [versions.brotli]: promisify(brotliDecompress) } as const;

export const bilibiliComments: NonNullable<MediaProvider<'bilibili'>['liveComments']> = {
  areThere: ({ item }) => item.case === 'liveRoomId',
  async talk({ item }, { account, ...tools }): Promise<CommentTalk> {
    const session = account?.credentials['token'];
    const asked = { room_id: item.case === 'liveRoomId' ? item.value : '' };
    // Addresses may contain a short number, which the comment server does not accept.
    const room = await ask(`${liveApi}/room/v1/Room/get_info`, { query: asked }, tools);
    const id = needed(idOf(room['room_id']));
    const info = await ask(
      `${liveApi}/xlive/web-room/v1/index/getDanmuInfo`,
      { query: { id, type: '0' }, session, isSigned: true, cookie: await visitorCookie(tools) },
      tools,
    );
    const urls = objectsOf(info['host_list']).flatMap(({ host, wss_port: port }) => addressOf(host, port));
    const enter = {
      uid: session === undefined ? 0 : Number(account?.credentials['userId'] ?? 0),
      roomid: Number(id),
      protover: versions.brotli,
      platform: 'web',
      type: 2,
      key: needed(textOf(info['token'])),
    };
    return {
      // The next attempt uses another server, in case this one is down.
      url: needed(urls[Math.floor(tools.clock.nowMs() / 1_000) % Math.max(1, urls.length)]),
      headers: { 'user-agent': 'Mozilla/5.0', origin: 'https://live.bilibili.com' },
      greeting: [packet(operations.enter, JSON.stringify(enter))],
      beat: { everyMs: beatMs, frame: packet(operations.beat, '') },
      silentMs,
      read: (frame) => readPackets(frame, false),
    };
  },
};

/** Only Bilibili's own servers receive the key. */
function addressOf(host: unknown, port: unknown): string[] {
  const [name, number] = [textOf(host) ?? '', numberOf(port) ?? 0];
  const isTheirs = /^[\w-]{1,60}\.chat\.bilibili\.com$/.test(name);
  return isTheirs && Number.isInteger(number) && number > 0 && number < 65_536 ? [`wss://${name}:${number}/sub`] : [];
}

function packet(operation: number, body: string): Buffer {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(headerBytes + bytes.length, 0);
  header.writeUInt16BE(headerBytes, 4);
  header.writeUInt16BE(versions.text, 6);
  header.writeUInt32BE(operation, 8);
  header.writeUInt32BE(1, 12);
  return Buffer.concat([header, bytes]);
}

/**
 * @throws Error when lengths are wrong, when data cannot be decompressed or is too large, and when Bilibili refuses the
 * connection
 */
async function readPackets(frame: Buffer, isUnpacked: boolean): Promise<CommentNews> {
  const comments: SiteComment[] = [];
  let isOpen = false;
  let packets = 0;
  for (let at = 0; at < frame.length; ) {
    if (frame.length - at < headerBytes) throw new Error('a packet is cut off');
    const [length, header] = [frame.readUInt32BE(at), frame.readUInt16BE(at + 4)];
    const [version, operation] = [frame.readUInt16BE(at + 6), frame.readUInt32BE(at + 8)];
    packets += 1;
    if (header < headerBytes || length < header || at + length > frame.length || packets > maxPackets)
      throw new Error('a packet has a wrong length');
    const body = frame.subarray(at + header, at + length);
    at += length;
    if (operation === operations.entered) {
      if (objectOf(parse(body))?.['code'] !== 0) throw new Error('Bilibili lets nobody in');
      isOpen = true;
    } else if (operation === operations.message) {
      if (version === versions.zlib || version === versions.brotli) {
        // Bilibili never nests compression.
        if (isUnpacked) throw new Error('a packet within a packed packet');
        const unpacked = await unpack[version](body, { maxOutputLength: maxBytes });
        comments.push(...((await readPackets(unpacked, true)).comments ?? []));
      } else comments.push(...commentsIn(body));
    }
  }
  return { ...(isOpen ? { isOpen } : {}), ...(comments.length > 0 ? { comments } : {}) };
}

/**
 * `{"cmd":"DANMU_MSG","info":[[…, mode, size, color, …], text, [author's number, name, …], …]}`; other commands are
 * ignored.
 */
function commentsIn(body: Buffer): SiteComment[] {
  const message = objectOf(parse(body));
  const info = message?.['info'];
  // Newer servers append to the name, `DANMU_MSG:4:0:2:2:2:0`.
  if (textOf(message?.['cmd'])?.split(':')[0] !== 'DANMU_MSG' || !Array.isArray(info)) return [];
  const [look, text, sender] = info as readonly unknown[];
  const [, shape, size, color] = Array.isArray(look) ? (look as readonly unknown[]) : [];
  const [authorId, author] = Array.isArray(sender) ? (sender as readonly unknown[]) : [];
  const mode = bilibiliMode(shape);
  if (typeof text !== 'string' || mode === undefined) return [];
  return [
    {
      id: '',
      authorId: idOf(authorId) ?? '',
      author: textOf(author) ?? '',
      text,
      mode,
      color,
      size: bilibiliSize(size),
    },
  ];
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
