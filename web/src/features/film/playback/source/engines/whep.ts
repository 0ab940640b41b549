import { makeStore } from '../../../../../client/store.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import { browserTime } from '../../sync/media-port.ts';
import type { PlaybackProblem } from '../problem.ts';
import { problemOfRefusal } from '../problem-codes.ts';
import { type Engine, type EngineParts, noTracks } from './engine.ts';

/** An address behind a firewall does not answer; the first picture takes a second or two otherwise. In milliseconds. */
const mostMsToShow = 8_000;
/** A stream that shows nothing new for this long, in milliseconds, has ended, or its session has. */
const mostStillMs = 3_000;
const lookEveryMs = 250;
/** Time stamps of the picture: ticks a millisecond, and where they begin again (RFC 3550, section 5.1). */
const ticks = { perMs: 90, round: 2 ** 32 } as const;
/** Where the server says when the stream began, by its clock, in milliseconds since 1970. */
const zeroHeader = 'matinee-stream-zero-ms';
/** Reported as the length of a segment, in seconds. The browser always shows the newest picture. [SY105] */
const stepSeconds = 2;

interface Session {
  /** A DELETE to this address ends the session. */
  readonly url: string;
  /** When the stream began, by the server's clock, in milliseconds since 1970; undefined: the server does not say. */
  readonly zeroMs: number | undefined;
}

/** The server does not send the stream by WebRTC. */
class Refused extends Error {
  readonly problem: PlaybackProblem;

  constructor(problem: PlaybackProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A live stream by WebRTC (WHEP, draft-ietf-wish-whep). [SY105] [SY106] */
export function startWhep({ media, url, onProblem }: EngineParts): Engine {
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  const startedMs = performance.now();
  let session: Session | undefined;
  let shown: { readonly ticks: number; readonly atMs: number } | undefined;
  let zeroMs: number | undefined;
  let isOver = false;

  function stop(): void {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    removeEventListener('pagehide', stop);
    peer.close();
    if (session) leave(session);
    media.srcObject = null;
  }
  /** After `no_rung` the page goes back to the first version, and says so: see `leaveRung`. */
  function fail(problem: PlaybackProblem): void {
    if (isOver) return;
    stop();
    onProblem(problem);
  }

  function look(): void {
    const nowMs = performance.now();
    const newest = newestTicks(peer);
    if (newest !== undefined && newest !== shown?.ticks) {
      shown = { ticks: newest, atMs: nowMs };
      zeroMs = session && zeroOf(session, newest, media.currentTime);
    }
    const isLate = !shown && nowMs - startedMs > mostMsToShow;
    if (isLate || peer.connectionState === 'failed') return fail('no_rung');
    if (shown && nowMs - shown.atMs > mostStillMs) fail('network');
  }

  const timer = setInterval(look, lookEveryMs);
  addEventListener('pagehide', stop);
  peer.addEventListener('track', ({ track }) => stream.addTrack(track));
  media.srcObject = stream;
  const hear = (begun: Session) => {
    session = begun;
    if (isOver) leave(begun);
  };
  begin(peer, url).then(hear, (error) => fail(error instanceof Refused ? error.problem : 'no_rung'));
  return {
    tracks: makeStore(noTracks),
    limitHeight: () => {},
    chooseAudio: () => {},
    live: () => (zeroMs === undefined ? undefined : liveFactsOf(media, zeroMs)),
    stop,
  };
}

/** @throws Refused, or another error when the server cannot be reached */
async function begin(peer: RTCPeerConnection, url: string): Promise<Session> {
  for (const [kind, type] of [
    ['video', 'video/H264'],
    ['audio', 'audio/opus'],
  ] as const) {
    const codecs = RTCRtpReceiver.getCapabilities(kind)?.codecs.filter(({ mimeType }) => mimeType === type) ?? [];
    if (codecs.length === 0) throw new Refused('format');
    peer.addTransceiver(kind, { direction: 'recvonly' }).setCodecPreferences(codecs);
  }
  await peer.setLocalDescription();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: peer.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(mostMsToShow),
  });
  if (answer.status !== 201) throw new Refused(await problemIn(answer));
  const zero = answer.headers.get(zeroHeader);
  const session = {
    url: new URL(answer.headers.get('location') ?? '', answer.url).href,
    zeroMs: zero === null ? undefined : Number(zero),
  };
  try {
    await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  } catch (error) {
    // The player may have stopped since, or the browser does not take the answer. The server holds the session.
    leave(session);
    throw error;
  }
  return session;
}

/** A refusal that concerns WebRTC alone counts as `format`, so that the page tries another version. */
async function problemIn(answer: Response): Promise<PlaybackProblem> {
  const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string };
  return code.startsWith('whep.') ? 'format' : problemOfRefusal({ code, status: answer.status });
}

/** Ends the session at the server, also while the page closes. */
function leave({ url }: Session): void {
  void fetch(url, { method: 'DELETE', keepalive: true }).catch(() => undefined);
}

/** The time stamp of the newest shown picture. */
function newestTicks(peer: RTCPeerConnection): number | undefined {
  const video = peer.getReceivers().find(({ track }) => track.kind === 'video');
  return video?.getSynchronizationSources()[0]?.rtpTimestamp;
}

/** The date of second 0 of the player's timeline. Time stamps begin again after 13 hours, so the nearest date counts. */
function zeroOf({ zeroMs }: Session, newest: number, seconds: number): number | undefined {
  if (zeroMs === undefined) return undefined;
  const roundMs = ticks.round / ticks.perMs;
  const dateMs = zeroMs + newest / ticks.perMs;
  return dateMs + Math.round((browserTime.now() - dateMs) / roundMs) * roundMs - seconds * 1_000;
}

function liveFactsOf({ currentTime }: HTMLMediaElement, zeroMs: number): LiveFacts {
  return { segmentSeconds: stepSeconds, startSeconds: currentTime, edgeSeconds: currentTime, zeroMs };
}
