import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amf, decodeAmf0, encodeAmf0 } from './amf0.ts';
import { readAudioTag, readVideoTag } from './av-tags.ts';
import { ChunkReader } from './chunk-reader.ts';
import { toChunks } from './chunk-writer.ts';
import { Handshake } from './handshake.ts';
import { messageType, numberMessage, type RtmpMessage } from './message.ts';
import { clientHandshake, opening, windowSize } from './rtmp-client.fixture.ts';
import { RtmpError } from './rtmp-error.ts';
import { RtmpSession } from './session.ts';

const bytes = (maxLength = 600) => fc.uint8Array({ maxLength }).map((one) => Buffer.from(one));

/** Whether `work` succeeds or fails with the declared error. */
function isTame(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (cause) {
    return cause instanceof RtmpError;
  }
}

/** `whole` in pieces, cut where `cuts` says. */
function inPieces(whole: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return ends.map((end, i) => whole.subarray(ends[i - 1] ?? 0, end));
}

const amf: fc.Arbitrary<Amf> = fc.letrec<{ value: Amf }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string(),
    fc.constant(null),
    fc.constant(undefined),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.string({ minLength: 1 }), tie('value')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  ),
})).value;

describe('AMF0', () => {
  test('[RTM3] reads back what was written', () => {
    fc.assert(
      fc.property(fc.array(amf, { maxLength: 4 }), (values) => {
        expect(decodeAmf0(encodeAmf0(...values))).toEqual(values);
      }),
    );
  });

  test('[RTM1] takes any bytes', () => {
    const values = fc.array(fc.constantFrom(0x03, 0x08, 0x0a, 0x02, 0x00, 0x09, 0x05, 0xff, 0x11), { maxLength: 200 });
    const likely = values.map((one) => Buffer.from(one));
    fc.assert(fc.property(fc.oneof(bytes(), likely), (given) => isTame(() => decodeAmf0(given))));
  });

  test('[RTM3] does not go deeper, and does not count further, than encoders do', () => {
    const nested = Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.of(0x03, 0, 1, 0x61)));
    expect(() => decodeAmf0(nested)).toThrow(new RtmpError('amf_too_deep'));
    expect(() => decodeAmf0(Buffer.alloc(5_000, 5))).toThrow(new RtmpError('amf_too_large'));
    expect(() => decodeAmf0(Buffer.of(0x0a, 0xff, 0xff, 0xff, 0xff))).toThrow(new RtmpError('amf_too_large'));
  });

  test('[RTM3] names from outside change no object', () => {
    const [read] = decodeAmf0(encodeAmf0(new Map([['__proto__', 'polluted']])));
    expect(read).toEqual(new Map([['__proto__', 'polluted']]));
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

const message: fc.Arbitrary<RtmpMessage> = fc.record({
  type: fc.constantFrom(messageType.audio, messageType.video, messageType.amf0Command),
  streamId: fc.nat(5),
  timestamp: fc.oneof(fc.nat(100), fc.integer({ min: 0xff_fff0, max: 0x100_0010 }), fc.constant(0xffff_ffff)),
  payload: bytes(9_000),
});

describe('chunks', () => {
  test('[RTM2] messages come out as they went in, however they are cut and whatever the size of a chunk', () => {
    fc.assert(
      fc.property(fc.array(message), fc.integer({ min: 128, max: 10_000 }), fc.array(fc.nat()), (given, size, cuts) => {
        const sent = [
          toChunks(numberMessage(messageType.setChunkSize, size), 128),
          ...given.map((one) => toChunks(one, size)),
        ];
        const reader = new ChunkReader();
        const read: RtmpMessage[] = [];
        for (const piece of inPieces(Buffer.concat(sent), cuts)) reader.push(piece, (one) => read.push(one));
        expect(read).toEqual(given);
        expect(reader.held).toBe(0);
      }),
    );
  });

  test('[RTM2] two chunk streams take turns, and short headers mean what the last long one said', () => {
    const reader = new ChunkReader();
    const read: RtmpMessage[] = [];
    const audio = Buffer.from('04 000010 000002 08 01000000 aaaa'.replaceAll(' ', ''), 'hex');
    const videoBegins = Buffer.from('06 000010 0000c8 09 01000000'.replaceAll(' ', ''), 'hex');
    const audioAgain = Buffer.from('84 000005 bbbb c4 cccc'.replaceAll(' ', ''), 'hex');
    const videoEnds = Buffer.concat([Buffer.of(0xc6), Buffer.alloc(72, 2)]);
    const sent = [audio, videoBegins, Buffer.alloc(128, 1), audioAgain, videoEnds];
    reader.push(Buffer.concat(sent), (one) => read.push(one));
    const seen = read.map(({ type, timestamp, payload }) => `${type} at ${timestamp}: ${payload.length}`);
    expect(seen).toEqual(['8 at 16: 2', '8 at 21: 2', '8 at 26: 2', '9 at 16: 200']);
  });

  test('[RTM2] time stamps go on past 2³² milliseconds', () => {
    const reader = new ChunkReader();
    const read: number[] = [];
    const first = toChunks({ type: 8, streamId: 1, timestamp: 0xffff_fff0, payload: Buffer.of(1) }, 128);
    reader.push(Buffer.concat([first, Buffer.from('83000020ff', 'hex')]), ({ timestamp }) => read.push(timestamp));
    expect(read).toEqual([0xffff_fff0, 0x10]);
  });

  test('[RTM2] what is announced takes no memory, and what is too long is refused', () => {
    const reader = new ChunkReader();
    reader.push(Buffer.from('0400000040000009010000000101', 'hex'), () => undefined);
    expect(reader.held).toBeLessThanOrEqual(1_024);
    const long = Buffer.from('05000000ffffff0901000000', 'hex');
    expect(() => new ChunkReader().push(long, () => undefined)).toThrow(new RtmpError('message_too_long'));
  });

  test('[RTM2] chunk streams have a limit', () => {
    const reader = new ChunkReader();
    const begin = (id: number) => Buffer.from(`${id.toString(16).padStart(2, '0')}000000000001080100000001`, 'hex');
    const all = Array.from({ length: 40 }, (_, i) => begin(3 + i));
    expect(() => reader.push(Buffer.concat(all), () => undefined)).toThrow(new RtmpError('too_many_chunk_streams'));
  });

  test('[RTM1] [RTM2] any bytes are read or refused, and never more is held than the limit', () => {
    const limits = { maxMessageBytes: 4_000, maxHeldBytes: 6_000, maxChunkStreams: 8 };
    const header = fc
      .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 2, max: 12 }), bytes(11), bytes(300))
      .map(([format, id, rest, payload]) => Buffer.concat([Buffer.of((format << 6) | id), rest, payload]));
    fc.assert(
      fc.property(fc.array(fc.oneof(header, bytes(2_000))), (pieces) => {
        const reader = new ChunkReader(limits);
        return isTame(() => {
          for (const piece of pieces) {
            reader.push(piece, () => undefined);
            expect(reader.held).toBeLessThanOrEqual(limits.maxHeldBytes + 18);
          }
        });
      }),
    );
  });
});

describe('the handshake', () => {
  test('[RTM1] is over after the same bytes, however they come', () => {
    const more = Buffer.from('what follows');
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const handshake = new Handshake((length) => Buffer.alloc(length, 1));
        const answers = inPieces(Buffer.concat([clientHandshake, more]), cuts.slice(0, 3)).map((piece) =>
          handshake.push(piece),
        );
        const over = answers.findIndex(({ left }) => left !== undefined);
        const sent = Buffer.concat(answers.slice(0, over + 1).map(({ send }) => send));
        expect(sent.length).toBe(clientHandshake.length);
        expect(sent.subarray(1 + 1_536)).toEqual(clientHandshake.subarray(1, 1 + 1_536));
        expect(more.subarray(0, answers[over]!.left!.length)).toEqual(answers[over]!.left);
      }),
    );
  });

  test('[RTM1] another version is refused', () => {
    expect(() => new Handshake(() => Buffer.alloc(0)).push(Buffer.from('GET / HTTP/1.1'))).toThrow(
      new RtmpError('version'),
    );
  });
});

describe('tags', () => {
  test('[RTM1] take any bytes', () => {
    const given = fc.tuple(fc.nat(255), bytes(12)).map(([first, rest]) => Buffer.concat([Buffer.of(first), rest]));
    fc.assert(fc.property(fc.oneof(bytes(12), given), (one) => isTame(() => readVideoTag(one))));
    fc.assert(fc.property(fc.oneof(bytes(12), given), (one) => isTame(() => readAudioTag(one))));
  });

  test('[RTM9] codecs by number and by four letters', () => {
    const video = (hex: string, name = '') =>
      readVideoTag(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(name), Buffer.from('000028aa', 'hex')]));
    expect(readVideoTag(Buffer.from('1700000000aa', 'hex'))).toMatchObject({
      codec: 'h264',
      kind: 'config',
      isKey: true,
    });
    expect(readVideoTag(Buffer.from('2701ffffd8aa', 'hex'))).toMatchObject({ isKey: false, compositionMs: -40 });
    expect(video('90', 'hvc1')).toMatchObject({ codec: 'hevc', kind: 'config', isKey: true });
    expect(video('a1', 'hvc1')).toMatchObject({
      codec: 'hevc',
      kind: 'frame',
      isKey: false,
      compositionMs: 40,
      data: Buffer.of(0xaa),
    });
    expect(video('93', 'av01')).toMatchObject({ codec: 'av1', kind: 'frame', isKey: true, compositionMs: 0 });
    expect(readAudioTag(Buffer.from('af001190', 'hex'))).toMatchObject({ codec: 'aac', kind: 'config' });
    expect(readAudioTag(Buffer.concat([Buffer.of(0x91), Buffer.from('Opus!')]))).toMatchObject({
      codec: 'opus',
      kind: 'frame',
    });
  });
});

describe('a session', () => {
  const quiet = {
    send: () => undefined,
    onMedia: () => undefined,
    onDone: () => undefined,
    onPublish: () => undefined,
  };
  const random = (length: number) => Buffer.alloc(length);

  test('[RTM1] takes any bytes after a handshake, and any commands', () => {
    const name = fc.constantFrom('connect', 'publish', 'createStream', 'deleteStream', 'play', 'FCPublish', 'x');
    const spoken = fc
      .tuple(name, amf, amf, amf)
      .map(([...values]) => toChunks({ type: 20, streamId: 0, timestamp: 0, payload: encodeAmf0(...values) }, 128));
    const plain = message.map((one) => toChunks(one, 128));
    fc.assert(
      fc.property(fc.array(fc.oneof(spoken, plain, bytes(100))), (pieces) => {
        const session = new RtmpSession(quiet, random);
        return isTame(() => {
          session.receive(clientHandshake);
          for (const piece of pieces) session.receive(piece);
        });
      }),
    );
  });

  test('[RTM5] acknowledges each time the window of the other side is full', () => {
    const sent: Buffer[] = [];
    const session = new RtmpSession({ ...quiet, send: (one) => void sent.push(one) }, random);
    session.receive(opening());
    session.answer(undefined);
    session.receive(toChunks(windowSize(1_000), 128));
    const before = sent.length;
    for (let i = 0; i < 4; i += 1)
      session.receive(toChunks({ type: 8, streamId: 1, timestamp: 0, payload: Buffer.alloc(300) }, 128));
    expect(sent.slice(before).map((one) => one[7])).toEqual([messageType.acknowledgement]);
  });
});
