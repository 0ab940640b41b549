/** Live streams over RTMP and RTMPS. The guard checks each connection when it is made. [LV6] */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type OutgoingGuard, OutgoingRefused } from '../../../../drivers/outgoing/guard.ts';
import { type PlayPlace, PlaySession } from '../../../../drivers/rtmp/play-session.ts';
import type { Intake } from './intake.ts';
import { PullFailed } from './pull-failed.ts';

export interface RtmpParts {
  readonly guard: Pick<OutgoingGuard, 'checkLiteral' | 'lookup'>;
  readonly random: (length: number) => Buffer;
}

/** Most bytes buffered for a server that does not read. */
const maxUnsentBytes = 65_536;

/** Reads until the source ends. @throws PullFailed, RtmpError */
export async function pullRtmp(parts: RtmpParts, address: URL, intake: Intake, signal: AbortSignal): Promise<void> {
  let socket: Socket | undefined;
  const stop = () => socket?.destroy();
  signal.addEventListener('abort', stop);
  try {
    socket = dial(parts, address);
    if (signal.aborted) stop();
    await play(socket, placeIn(address), intake, parts.random);
  } catch (cause) {
    throw cause instanceof OutgoingRefused ? new PullFailed('private_network', cause) : cause;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** @throws OutgoingRefused */
function dial({ guard }: RtmpParts, { protocol, hostname, port }: URL): Socket {
  const isSecure = protocol === 'rtmps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  guard.checkLiteral(host);
  const target = { host, port: port === '' ? (isSecure ? 443 : 1_935) : Number(port), lookup: guard.lookup };
  return isSecure ? connectTls({ ...target, servername: isIP(host) === 0 ? host : '' }) : connect(target);
}

/**
 * The split of encoders and players: the application is the first part of the path, or the first two if there are more.
 */
function placeIn({ protocol, host, pathname, search }: URL): PlayPlace {
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '');
  const app = rest.length > 1 ? `${first}/${rest[0]}` : first;
  const name = (rest.length > 1 ? rest.slice(1) : rest).join('/');
  return { app, name: `${name}${search}`, url: `${protocol}//${host}/${app}` };
}

async function play(socket: Socket, place: PlayPlace, intake: Intake, random: RtmpParts['random']): Promise<void> {
  let end: PullFailed['fault'] | undefined;
  const session = new PlaySession(
    place,
    {
      send(bytes) {
        socket.write(bytes);
        if (socket.writableLength > maxUnsentBytes) socket.destroy();
      },
      onMedia: intake.take,
      onEnd(how) {
        end = how;
      },
    },
    random,
  );
  for await (const data of socket as AsyncIterable<Buffer>) {
    session.receive(data);
    if (end !== undefined) throw new PullFailed(end);
    await intake.pace(data.length);
  }
}
