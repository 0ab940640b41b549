/** Checks of the servers in the settings and the configuration: mail, STUN and TURN. */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '../../kernel/clock.ts';
import { type Check, type Finding, failed, ok, sentence, skipped, warning } from './check.ts';
import { worst } from './machine-checks.ts';

/** Time limit for one server, in milliseconds. */
const serverMs = 4_000;

export const mailCheck: Check = {
  name: 'mail',
  async run({ settings }) {
    if (!settings) return skipped('no server runs that could name its mail server');
    const { smtpHost: host = '', smtpPort: port = 587, smtpProxy } = settings.email ?? {};
    if (host === '') return ok('no mail server is set, so no mail is sent');
    if (smtpProxy) return skipped(`${host} is reached by a proxy; send a test mail from the settings`);
    try {
      const greeting = await greet(host, port);
      if (greeting === 'tls' || greeting.startsWith('220')) return ok(`${host}:${port} takes connections`);
      return failed(
        `${host}:${port} greets by ${greeting.slice(0, 100)}`,
        'compare host and port with what the provider says',
      );
    } catch (cause) {
      return failed(
        `${host}:${port} does not answer: ${sentence(cause)}`,
        'compare host and port, and see the firewall',
      );
    }
  },
};

/** The greeting of a mail server, or `tls` for one that speaks TLS from the first byte. */
function greet(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const isTls = port === 465;
    // A test mail checks the certificate and reports it.
    const socket = isTls ? connectTls({ host, port, rejectUnauthorized: false }) : connect({ host, port });
    socket.setTimeout(serverMs, () => socket.destroy(new Error('it says nothing')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it closes the connection')));
    const finish = (text: string) => {
      resolve(text);
      socket.destroy();
    };
    if (isTls) socket.once('secureConnect', () => finish('tls'));
    else socket.once('data', (data) => finish(String(data).split('\r\n')[0]!));
  });
}

export const turnCheck: Check = {
  name: 'stun and turn',
  async run({ config, settings }) {
    if (!config) return skipped('nothing can be said before the configuration can be used');
    const external = settings?.webrtc?.externalIceServers?.flatMap(({ urls = [] }) => urls) ?? [];
    const urls = [...new Set([...config['turn.urls'], ...external])];
    const own = config['stun.public_address'];
    if (own !== undefined) urls.push(`stun:${own}`);
    if (urls.length === 0)
      return warning(
        'no STUN or TURN server is named, so people behind strict networks hear nobody',
        'set stun.address or turn.urls, as the guide on voice says',
      );
    return worst(await Promise.all(urls.map(askIceServer)))!;
  },
};

/** STUN and TURN servers answer a binding request (RFC 8489, section 14) from anyone. */
async function askIceServer(url: string): Promise<Finding> {
  const [, scheme, host = '', port] = /^(stuns?|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?/.exec(url) ?? [];
  const isTls = scheme?.endsWith('s') ?? false;
  const place = { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isTls ? 5349 : 3478)) };
  const isTcp = isTls || url.includes('transport=tcp');
  try {
    await (isTcp ? open(place, isTls) : bind(place));
    return ok(`${url} answers`);
  } catch (cause) {
    const text = `${url} does not answer: ${sentence(cause)}`;
    const advice = 'see whether it runs, and open its port in the firewall';
    // Without STUN, people in one network can still talk; an operator who configures a TURN server needs it.
    return scheme?.startsWith('stun') ? warning(text, advice) : failed(text, advice);
  }
}

interface Place {
  readonly host: string;
  readonly port: number;
}

function open(place: Place, isTls: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place);
    socket.setTimeout(serverMs, () => socket.destroy(new Error('it says nothing')));
    socket.once('error', reject);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      resolve();
      socket.destroy();
    });
  });
}

/** Sends a binding request by UDP, twice, because packets may be lost. */
function bind({ host, port }: Place): Promise<void> {
  const id = randomBytes(12);
  const request = Buffer.concat([Buffer.from([0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]), id]);
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    const timers = [0, serverMs / 2].map((delayMs) =>
      systemClock.after(delayMs, () => socket.send(request, port, host)),
    );
    const end = (settle: () => void) => {
      for (const cancel of timers) cancel();
      socket.close();
      settle();
    };
    timers.push(systemClock.after(serverMs, () => end(() => reject(new Error('it says nothing')))));
    socket.once('error', (cause) => end(() => reject(cause)));
    socket.on('message', (answer) => {
      if (answer.length >= 20 && answer.subarray(8, 20).equals(id)) end(resolve);
    });
  });
}
