import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlaybackProblem } from '../problem.ts';
import { startWhep } from './whep.ts';

let takesAnswer = true;
let requests: string[] = [];
/** Lets the server answer the request for a session. */
let answer = () => {};

class FakePeer extends EventTarget {
  readonly localDescription = { sdp: 'v=0' };
  isClosed = false;
  addTransceiver = () => ({ setCodecPreferences: () => undefined });
  setLocalDescription = async () => undefined;
  getReceivers = () => [];
  async setRemoteDescription() {
    if (this.isClosed || !takesAnswer) throw new DOMException('closed', 'InvalidStateError');
  }
  close() {
    this.isClosed = true;
  }
}

beforeEach(() => {
  [takesAnswer, requests] = [true, []];
  const begun = new Response('v=0', { status: 201, headers: { location: '/api/whep/session_1' } });
  Object.defineProperty(begun, 'url', { value: 'http://matinee.test/api/whep' });
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(begun);
  });
  const capabilities = { codecs: [{ mimeType: 'video/H264' }, { mimeType: 'audio/opus' }] };
  for (const [name, value] of Object.entries({
    RTCPeerConnection: FakePeer,
    RTCRtpReceiver: { getCapabilities: () => capabilities },
    MediaStream: class {},
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    fetch: (url: string, { method }: RequestInit) => {
      requests.push(`${method} ${url}`);
      return method === 'POST' ? answered : Promise.resolve(new Response());
    },
  }))
    vi.stubGlobal(name, value);
});

afterEach(() => vi.unstubAllGlobals());

function start() {
  const problems: PlaybackProblem[] = [];
  const media = { srcObject: null };
  const parts = { media, url: 'http://matinee.test/api/whep', onProblem: (problem: never) => problems.push(problem) };
  return { engine: startWhep(parts as never), problems };
}

const asked = 'POST http://matinee.test/api/whep';
const ended = 'DELETE http://matinee.test/api/whep/session_1';

test('[SY106] a session that begins after its player has stopped is ended at the server', async () => {
  const { engine, problems } = start();
  await vi.waitFor(() => expect(requests).toEqual([asked]));
  engine.stop();
  answer();
  await vi.waitFor(() => expect(requests).toEqual([asked, ended]), 2_000);
  expect(problems).toEqual([]);
});

test('[SY106] a session whose answer the browser does not take is ended at the server', async () => {
  takesAnswer = false;
  const { problems } = start();
  answer();
  await vi.waitFor(() => expect(problems).toEqual(['no_rung']), 2_000);
  expect(requests).toEqual([asked, ended]);
});
