/**
 * Uploads files, and puts the same bytes to the controls. The digests are made before the measurement, as clients make
 * them once.
 */
import { randomBytes } from 'node:crypto';
import { completion, createSession, sendPart } from '@matinee/testkit/files/upload.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { serveTasks } from '../worker.ts';

interface Target {
  readonly url: string;
  readonly token: string;
  readonly room: string;
  readonly sizeBytes: number;
}

const perSecond = (bytes: number, startedAtMs: number) => bytes / 1e3 / (performance.now() - startedAtMs);

const tasks = {
  /** Uploads a new file: its parts and its completion. @returns megabytes per second. */
  async upload({ sizeBytes, ...target }: Target): Promise<number> {
    const bytes = randomBytes(sizeBytes);
    // The start of a ZIP file: bytes of an unknown type would not be accepted as an attachment.
    bytes.write('PK\u0003\u0004');
    const file = { ...target, bytes, name: 'a.zip', type: 'application/zip' };
    const { json: session, reason } = await createSession(file);
    if (reason !== undefined) throw new Error(reason);
    const request = completion(session, bytes, []);
    const startedAtMs = performance.now();
    for (const [place, part] of session.plan.parts.entries()) {
      const answer = await sendPart(target.url, session, part, bytes);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a part was refused with ${answer.status}`);
      request.parts![place].etag = answer.headers.get('etag');
    }
    const call = 'RoomService.CompleteChatAttachmentUploadSession';
    const done = await callRest(target.url, { call, request: request as never });
    if (done.status !== 200) throw new Error(done.reason);
    return perSecond(sizeBytes, startedAtMs);
  },
  /** Puts the same number of bytes, each part to its own address. @returns megabytes per second. */
  async put({ urls, sizeBytes }: { readonly urls: readonly string[]; readonly sizeBytes: number }): Promise<number> {
    const bytes = randomBytes(sizeBytes);
    const partBytes = Math.ceil(sizeBytes / urls.length);
    const startedAtMs = performance.now();
    for (const [place, url] of urls.entries()) {
      const body = new Uint8Array(bytes.subarray(place * partBytes, (place + 1) * partBytes));
      const answer = await fetch(url, { method: 'PUT', body });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a body was refused with ${answer.status}`);
    }
    return perSecond(sizeBytes, startedAtMs);
  },
};

export type UploadLoad = typeof tasks;
serveTasks(tasks);
