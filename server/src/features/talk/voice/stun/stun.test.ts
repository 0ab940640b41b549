import { createSocket } from 'node:dgram';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { makeLog } from '../../../../kernel/log.ts';
import { answerStun } from './stun-message.ts';
import { makeStunServer, type StunServer } from './stun-server.ts';

/** The transaction of the sample messages. (RFC 5769, section 2) */
const transaction = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex');
const ipv4 = { address: '192.0.2.1', port: 32_853 };
const ipv6 = { address: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 };

/** A Binding request with attributes in hexadecimal. */
function request(attributes = '', kind = 0x0001): Buffer {
  const body = Buffer.from(attributes, 'hex');
  const header = Buffer.from('000100002112a442', 'hex');
  header.writeUInt16BE(kind, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, transaction, body]);
}

describe('[VO2] a Binding request', () => {
  // The expected XOR-MAPPED-ADDRESS values come from RFC 5769, sections 2.2 and 2.3.
  test.each([
    ['of IPv4', ipv4, '0101000c2112a442', '002000080001a147e112a643'],
    [
      'of IPv4 at a socket for both',
      { ...ipv4, address: '::ffff:192.0.2.1' },
      '0101000c2112a442',
      '002000080001a147e112a643',
    ],
    ['of IPv6', ipv6, '010100182112a442', '002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9'],
  ])('%s is told where it came from', (_, source, header, value) => {
    expect(answerStun(request(), source)?.toString('hex')).toBe(header + transaction.toString('hex') + value);
  });

  test('of a link-local address is told that, without its zone', () => {
    const answer = answerStun(request(), { address: 'fe80::1%eth0', port: 1 })!;
    const key = Buffer.concat([Buffer.from('2112a442', 'hex'), transaction]);
    const plain = answer.subarray(-16).map((byte, place) => byte ^ key[place]!);
    expect(Buffer.from(plain).toString('hex')).toBe('fe800000000000000000000000000001');
  });

  test('with attributes that mean nothing here is answered', () => {
    // SOFTWARE, and USERNAME of five bytes with its padding.
    expect(answerStun(request('802200047465737400060005616e6e6161000000'), ipv4)?.readUInt16BE(0)).toBe(0x0101);
  });

  test('with required attributes that are unknown is answered by 420, which names them', () => {
    const answer = answerStun(request('0003000400000006'), ipv4)!;
    expect(answer.readUInt16BE(0)).toBe(0x0111);
    expect(answer.readUInt16BE(2)).toBe(answer.length - 20);
    expect(answer.subarray(20, 28).toString('hex')).toBe('0009001500000414');
    expect(answer.subarray(-8).toString('hex')).toBe('000a000200030000');
  });

  test.each([
    ['an empty datagram', Buffer.alloc(0)],
    ['half a header', request().subarray(0, 12)],
    ['no magic cookie', Buffer.concat([Buffer.from('0001000000000000', 'hex'), transaction])],
    ['a length that is not its own', Buffer.concat([request(), Buffer.alloc(4)])],
    ['a length that is no multiple of four', Buffer.concat([request('000000').subarray(0, 23)])],
    ['an attribute that reaches past the end', request('80220009616161')],
    ['an indication', request('', 0x0011)],
    ['an answer, which two servers would send to and fro', request('', 0x0101)],
    ['a request of TURN', request('', 0x0003)],
    ['a query of DNS', Buffer.from('a1b2010000010000000000000377777707657861', 'hex')],
  ])('with %s is not answered', (_, datagram) => {
    expect(answerStun(datagram, ipv4)).toBeUndefined();
  });

  test('from port 0 is not answered: sending there throws', () => {
    expect(answerStun(request(), { ...ipv4, port: 0 })).toBeUndefined();
  });
});

describe('the server', () => {
  const log = makeLog('silent');
  const started: StunServer[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop?.(AbortSignal.timeout(1_000));
  });

  async function start(port = 0, clock = new FakeClock(), host = '127.0.0.1') {
    const server = makeStunServer({ host, port, clock, log });
    started.push(server);
    await server.start?.();
    return { server, clock };
  }

  /**
   * Sends requests from one socket and returns the answers: waits for the expected number, and 50 ms for any further
   * one.
   */
  async function ask(port: number, count: number): Promise<Buffer[]> {
    const socket = createSocket('udp4');
    const answers: Buffer[] = [];
    const isAnswered = new Promise<void>((resolve) => {
      socket.on('message', (answer) => {
        if (answers.push(answer) === Math.min(count, 20)) setTimeout(resolve, 50);
      });
    });
    for (let n = 0; n < count; n++) socket.send(request(), port, '127.0.0.1');
    await isAnswered;
    socket.close();
    return answers;
  }

  test('[VO2] says by which port somebody came', async () => {
    const { server } = await start();
    const [answer] = await ask(server.port, 1);
    expect(answer?.subarray(20, 26).toString('hex')).toBe('002000080001');
    expect((answer?.readUInt32BE(28) ?? 0) ^ 0x2112_a442).toBe(0x7f00_0001);
  });

  test('[VO2] answers an address twenty times a second, and again in the next', async () => {
    const { server, clock } = await start();
    expect(await ask(server.port, 30)).toHaveLength(20);
    clock.advance(1_000);
    expect(await ask(server.port, 1)).toHaveLength(1);
  });

  test('[VO3] cannot listen on a port that is taken, and does so once it is free', async () => {
    const taken = createSocket('udp4');
    await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
    const { server, clock } = await start(taken.address().port);
    expect(server.isListening).toBe(false);
    await new Promise<void>((resolve) => taken.close(() => resolve()));
    clock.advance(10_000);
    await expect.poll(() => server.isListening).toBe(true);
    expect(await ask(server.port, 1)).toHaveLength(1);
  });

  test('[VO3] that has stopped does not try again', async () => {
    const taken = createSocket('udp4');
    await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
    const { server, clock } = await start(taken.address().port);
    await server.stop?.(AbortSignal.timeout(1_000));
    expect(clock.pending).toBe(0);
    await new Promise<void>((resolve) => taken.close(() => resolve()));
  });
});
