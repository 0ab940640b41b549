import { afterEach, expect, test, vi } from 'vitest';
import { sendPart } from './send-part.ts';

/** A request that is answered at once with `status`, `body` and `headers`. */
function answerWith(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  class AnsweredRequest {
    readonly upload = {};
    readonly status = status;
    readonly responseText = body;
    onload = () => {};
    onloadend = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return headers[name] ?? null;
    }
    send() {
      this.onload();
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest);
}
afterEach(() => void vi.unstubAllGlobals());

const part = () =>
  sendPart({ url: '/part', headers: {}, body: new Blob(['x']), signal: new AbortController().signal, onSent() {} });

test('[WUL3] a server that says when to come again is heard', async () => {
  answerWith(429, '{"code":"files.too_many_uploads","error":"Too many."}', { 'retry-after': '7' });
  await expect(part()).rejects.toMatchObject({ status: 429, code: 'files.too_many_uploads', retryAfterSeconds: 7 });
  answerWith(503, '<Error/>', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' });
  await expect(part()).rejects.toMatchObject({ status: 503, code: 'unknown', retryAfterSeconds: undefined });
});
