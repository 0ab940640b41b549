import type { Api } from '../../../../client/calls/api.ts';

/** Most pictures that are kept: a list of 1 000 items has more than a phone should hold. */
const mostKept = 300;
/** Pictures that are loaded at once. Browsers open six connections to a server, and the film needs some of them. */
const atOnce = 2;

/** Pictures of this server. Each request needs the person's token, so no `<img>` can load them by itself. */
export interface Pictures {
  /** An address for an `<img>`; undefined: there is no picture. Never rejects. */
  load(path: string): Promise<string | undefined>;
}

/** Makes the pictures that `api` loads. Each is loaded once. [WL30] */
export function makePictures(
  { load }: Pick<Api, 'load'>,
  urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'> = URL,
): Pictures {
  const kept = new Map<string, Promise<string | undefined>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  async function read(path: string): Promise<string | undefined> {
    const answer = await inSlot(async () => {
      const response = await load(path);
      return response.ok ? { picture: await response.blob() } : { status: response.status };
    }).catch(() => undefined);
    if (answer?.picture) return urls.createObjectURL(answer.picture);
    // An item without a picture keeps none. After any other failure, the next request may succeed.
    if (answer?.status !== 404) kept.delete(path);
    return undefined;
  }

  function forgetOldest(): void {
    const [path, picture] = kept.entries().next().value ?? [];
    if (path === undefined) return;
    kept.delete(path);
    void picture?.then((url) => url && urls.revokeObjectURL(url));
  }

  return {
    load(path) {
      const known = kept.get(path) ?? read(path);
      // The pictures that were used last are forgotten last.
      kept.delete(path);
      kept.set(path, known);
      if (kept.size > mostKept) forgetOldest();
      return known;
    },
  };
}
