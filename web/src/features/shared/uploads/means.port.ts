import { waitInPage } from './patience.ts';
import { sendPart } from './send-part.ts';
import { mostPartsAtOnce } from './send-parts.ts';
import type { UploadMeans } from './upload.port.ts';

/** The browser's means of upload. Files that are sent at once share the limit of parts on their way. [WUL1] */
export function limitedMeans(): UploadMeans {
  let free = mostPartsAtOnce;
  const waiting: (() => void)[] = [];
  return {
    wait: waitInPage,
    async sendPart(part) {
      while (free === 0) await new Promise<void>((go) => waiting.push(go));
      free -= 1;
      try {
        part.signal.throwIfAborted();
        return await sendPart(part);
      } finally {
        free += 1;
        waiting.shift()?.();
      }
    },
  };
}
