/** A source buffer whose operations wait for one another. */
export interface PartBuffer {
  readonly buffered: TimeRanges;
  /** @throws DOMException `QuotaExceededError` when there is no room, another error when the bytes are refused */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Forgets what is before `seconds`. */
  removeBefore(seconds: number): Promise<void>;
  /** Drops everything, also an unfinished append. `type`: the MIME type of the bytes that follow. */
  clear(type: string): Promise<void>;
}

/** Makes a buffer for bytes of the MIME type `firstType`. */
export function makePartBuffer(mediaSource: MediaSource, firstType: string): PartBuffer {
  const buffer = mediaSource.addSourceBuffer(firstType);
  let type = firstType;
  let before: Promise<unknown> = Promise.resolve();

  /** Begins `work` once all before it is done, and waits until the browser has done it. */
  function inTurn(work: () => void): Promise<void> {
    const turn = before.then(async () => {
      work();
      if (buffer.updating) await once(buffer);
    });
    before = turn.catch(() => undefined);
    return turn;
  }

  return {
    get buffered() {
      return buffer.buffered;
    },
    append: (bytes) => inTurn(() => buffer.appendBuffer(bytes)),
    removeBefore: (seconds) =>
      inTurn(() => {
        if (seconds > 0) buffer.remove(0, seconds);
      }),
    clear(next) {
      return inTurn(() => {
        if (mediaSource.readyState === 'open') buffer.abort();
        if (next !== type) buffer.changeType(next);
        type = next;
        if (buffer.buffered.length > 0) buffer.remove(0, Number.POSITIVE_INFINITY);
      });
    },
  };
}

function once(buffer: SourceBuffer): Promise<void> {
  const heard = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const { signal } = heard;
    buffer.addEventListener('updateend', () => resolve(), { signal });
    buffer.addEventListener('error', () => reject(new Error('refused')), { signal });
  }).finally(() => heard.abort());
}
