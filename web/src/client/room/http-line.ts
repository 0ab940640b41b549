import { dataOf, readBlocks } from '../calls/event-stream.ts';
import type { SocketLike } from './socket.ts';

/** The most frames in one request (the server takes no more). */
const maxFrames = 64;

type LineState = { ready: WebSocket['readyState']; key: string; isPosting: boolean; readonly waiting: string[] };

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
  const state: LineState = { ready: WebSocket.CONNECTING, key: '', isPosting: false, waiting: [] };
  const line: SocketLike = {
    binaryType: 'arraybuffer',
    onopen: null,
    onmessage: null,
    onclose: null,
    get readyState() {
      return state.ready;
    },
    send(frame) {
      state.waiting.push(toBase64(frame as Uint8Array));
      void post();
    },
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

  async function post(): Promise<void> {
    if (state.isPosting) return;
    state.isPosting = true;
    try {
      while (state.waiting.length > 0 && state.ready === WebSocket.OPEN) {
        const body = JSON.stringify({ line: state.key, frames: state.waiting.splice(0, maxFrames) });
        const headers = { 'content-type': 'application/json' };
        const { ok } = await fetch(`${baseUrl}/api/lines`, { method: 'POST', headers, body, signal });
        if (!ok) end();
      }
    } catch {
      end();
    } finally {
      state.isPosting = false;
    }
  }

  // Waits until the caller has the line and has set its listeners.
  queueMicrotask(() =>
    read()
      .catch(() => undefined)
      .finally(end),
  );
  return line;
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
