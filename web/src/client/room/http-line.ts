import { dataOf, readBlocks } from '../calls/event-stream.ts';
import type { SocketLike } from './socket.ts';

/** The most frames in one request (the server takes no more). */
const maxFrames = 64;

type LineState = { ready: WebSocket['readyState']; key: string };

/**
 * The room's connection for networks that let no WebSocket through; it behaves like a socket. The server's frames
 * arrive as events. The page posts its own frames one request after the other, to keep their order. `fetch` is the
 * browser's. [CS10]
 */
export function openHttpLine(
  baseUrl: string,
  roomId: string,
  ticket: string,
  fetch: typeof globalThis.fetch,
): SocketLike {
  const aborting = new AbortController();
  const { signal } = aborting;
  const state: LineState = { ready: WebSocket.CONNECTING, key: '' };
  const line: SocketLike = {
    binaryType: 'arraybuffer',
    onopen: null,
    onmessage: null,
    onclose: null,
    get readyState() {
      return state.ready;
    },
    send: (frame) => queue.add(toBase64(frame as Uint8Array)),
    close: end,
  };

  function end(): void {
    if (state.ready === WebSocket.CLOSED) return;
    state.ready = WebSocket.CLOSED;
    aborting.abort();
    line.onclose?.();
  }

  async function read(): Promise<void> {
    const query = new URLSearchParams({ ticket });
    const address = `${baseUrl}/api/rooms/${encodeURIComponent(roomId)}/line?${query}`;
    const response = await fetch(address, { signal, cache: 'no-store' });
    if (!response.ok) return;
    for await (const block of readBlocks(response)) {
      const data = dataOf(block);
      if (data === undefined) continue;
      if (block.includes('event: line')) {
        state.key = data;
        state.ready = WebSocket.OPEN;
        line.onopen?.();
      } else line.onmessage?.({ data: fromBase64(data) });
    }
  }

  const queue = makeFrameQueue({
    isOpen: () => state.ready === WebSocket.OPEN,
    post: (frames) => fetch(`${baseUrl}/api/lines`, { ...jsonPost({ line: state.key, frames }), signal }),
    onFailure: end,
  });

  // Waits until the caller has the line and has set its listeners.
  queueMicrotask(() =>
    read()
      .catch(() => undefined)
      .finally(end),
  );
  return line;
}

interface FrameQueueParts {
  readonly isOpen: () => boolean;
  readonly post: (frames: readonly string[]) => Promise<{ readonly ok: boolean }>;
  /** The request was lost, or the server refused the frames. */
  readonly onFailure: () => void;
}

/** Posts frames in order: frames that are added during a request wait for the next one. */
function makeFrameQueue({ isOpen, post, onFailure }: FrameQueueParts): { add(frame: string): void } {
  const waiting: string[] = [];
  let isPosting = false;

  async function postAll(): Promise<void> {
    if (isPosting) return;
    isPosting = true;
    try {
      while (waiting.length > 0 && isOpen()) {
        const { ok } = await post(waiting.splice(0, maxFrames));
        if (!ok) onFailure();
      }
    } catch {
      onFailure();
    } finally {
      isPosting = false;
    }
  }

  return {
    add(frame) {
      waiting.push(frame);
      void postAll();
    },
  };
}

function jsonPost(content: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): ArrayBuffer {
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = decoded.charCodeAt(at);
  return bytes.buffer;
}
