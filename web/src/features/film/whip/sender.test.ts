import { afterEach, expect, test, vi } from 'vitest';
import { Sender, type SenderFault } from './sender.ts';

class FakePeer extends EventTarget {
  readonly localDescription = { sdp: 'v=0' };
  setLocalDescription = async () => undefined;
  setRemoteDescription = () => Promise.reject(new DOMException('no', 'InvalidAccessError'));
  close = () => undefined;
}

afterEach(() => vi.unstubAllGlobals());

test('[WWH3] a session whose answer the browser does not take is ended at the server', async () => {
  const requests: string[] = [];
  const faults: SenderFault[] = [];
  vi.stubGlobal('RTCPeerConnection', FakePeer);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`);
    const begun = new Response('v=0', { status: 201, headers: { location: '/api/whip/session_1' } });
    return Object.defineProperty(begun, 'url', { value: 'http://matinee.test/api/whip' });
  });
  new Sender({
    url: 'http://matinee.test/api/whip',
    key: 'key_1',
    stream: { getTracks: () => [] } as never,
    configuration: {},
    onState: () => undefined,
    onFault: (fault) => faults.push(fault),
  }).start();
  await vi.waitFor(() => expect(faults).toEqual(['unreachable']), 2_000);
  expect(requests).toEqual(['POST http://matinee.test/api/whip', 'DELETE http://matinee.test/api/whip/session_1']);
});
