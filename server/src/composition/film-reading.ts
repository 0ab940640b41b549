import type { UpstreamClient } from '../drivers/upstream/upstream.ts';
import type { Library } from '../features/media/library/library.port.ts';
import { makeFoundFacts } from '../features/media/media-probe/media-facts.store.ts';
import { mediaProbeFeature } from '../features/media/media-probe/media-probe.feature.ts';
import type { MediaProbe } from '../features/media/media-probe/media-probe.port.ts';
import type { ResolveItem } from '../features/media/providers/sources.ts';
import type { playbackFeature } from '../features/watching/playback/playback.feature.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';

type ItemChanges = ReturnType<typeof playbackFeature>['itemChanges'];

interface Readable {
  readonly library: Library;
  readonly itemChanges: ItemChanges;
  readonly upstream: UpstreamClient;
  readonly resolveItem: ResolveItem;
}

/**
 * Reads films for the library and playback, which are made before the reader's other parts. They get `hooks`; `begin`
 * is called when all other parts exist.
 */
export function makeFilmReading(ground: Ground) {
  let reader: { readonly probe: MediaProbe; readonly itemChanges: ItemChanges } | undefined;
  const request: MediaProbe['request'] = (roomId, mediaIds) => reader?.probe.request(roomId, mediaIds);
  return {
    hooks: {
      foundFacts: makeFoundFacts(ground.clock),
      onNewSources: request,
      onUnknownFilm: (roomId: string, mediaId: string) => request(roomId, [mediaId]),
      onSourceChanged: async (...changed: Parameters<ItemChanges['sourceChanged']>) =>
        reader?.itemChanges.sourceChanged(...changed),
    },
    begin(features: FeatureList, { itemChanges, ...readable }: Readable): void {
      const isEnabled = ground.config['media_probe.enabled'];
      const parts = { ...ground, ...readable, isEnabled, learn: itemChanges.learn };
      reader = { ...features.add(mediaProbeFeature(parts)), itemChanges };
    },
  };
}
