import type { ChannelGuide } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';

/** Most items of one request (contract, `GetChannelGuideRequest`). */
const mostTogether = 100;
/** How long requests wait for others of the same list, in milliseconds. */
const togetherMs = 30;

/** Reads the guides of channels. The rows of a list ask at the same moment, so they share a request. */
export interface GuideLoader {
  /** Null: the item has no guide. @throws ApiError */
  load(mediaId: string): Promise<ChannelGuide | null>;
}

interface Waiting {
  readonly resolve: (guide: ChannelGuide | null) => void;
  readonly reject: (cause: unknown) => void;
}

/** `after` calls `work` a little later. [WCG1] */
export function makeGuideLoader(
  api: Pick<Api, 'call'>,
  roomId: string,
  after: (delayMs: number, work: () => void) => void = (delayMs, work) => void setTimeout(work, delayMs),
): GuideLoader {
  let waiting = new Map<string, Waiting[]>();

  async function ask(): Promise<void> {
    const asked = [...waiting];
    waiting = new Map();
    for (let start = 0; start < asked.length; start += mostTogether) {
      const some = asked.slice(start, start + mostTogether);
      try {
        const media_ids = some.map(([id]) => id);
        const { channels } = await api.call('ChannelGuidesService.GetChannelGuide', { room_id: roomId, media_ids });
        const byId = new Map(channels.map((channel) => [channel.media_id, channel]));
        for (const [id, callers] of some) for (const { resolve } of callers) resolve(byId.get(id) ?? null);
      } catch (cause) {
        for (const [, callers] of some) for (const { reject } of callers) reject(cause);
      }
    }
  }

  return {
    load: (mediaId) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) after(togetherMs, () => void ask());
        waiting.set(mediaId, [...(waiting.get(mediaId) ?? []), { resolve, reject }]);
      }),
  };
}

const byApi = new WeakMap<Api, Map<string, GuideLoader>>();

/** The loader of a room for the signed-in person. */
export function guideLoaderOf(api: Api, roomId: string): GuideLoader {
  const rooms = byApi.get(api) ?? new Map<string, GuideLoader>();
  byApi.set(api, rooms);
  const loader = rooms.get(roomId) ?? makeGuideLoader(api, roomId);
  rooms.set(roomId, loader);
  return loader;
}
