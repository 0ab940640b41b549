import { LRUCache } from 'lru-cache';
import { type Clock, endingBy } from '../../../kernel/clock.ts';
import { proxyErrors } from './proxy.errors.ts';
import type { PlaybackResolver, ResourceKey, UpstreamResource, Viewer } from './proxy.port.ts';

/** How long a provider's answer is used, in milliseconds: shorter than any upstream's addresses last. */
const keptMs = 60_000;
/** Most kept answers; a film has one for each viewer. */
const maxKept = 10_000;

export interface Resolving {
  resolve(key: ResourceKey, viewer: Viewer): UpstreamResource | Promise<UpstreamResource>;
  /** Called when the media of a room have changed. */
  forget(roomId: string): void;
}

interface CachedResource {
  readonly roomId: string;
  readonly resource: Promise<UpstreamResource>;
}

/** Asks the providers and remembers their answers: reading a film takes hundreds of requests. */
export function makeResolving(resolvers: () => readonly PlaybackResolver[], clock: Clock): Resolving {
  const kept = new LRUCache<string, CachedResource>({ max: maxKept, ttl: keptMs, ...endingBy(clock) });

  function ask(key: ResourceKey, viewer: Viewer): Promise<UpstreamResource> {
    const resolver = resolvers().find(({ provider }) => provider === key.provider);
    if (!resolver) throw proxyErrors.unknown_resource();
    return resolver.resolve(key, viewer);
  }

  return {
    resolve(key, viewer) {
      const { roomId, provider, version, noun, mode, index } = key;
      const name = JSON.stringify([roomId, provider, version, noun, mode, index, viewer.userId]);
      const known = kept.get(name);
      if (known) return known.resource;
      const resource = ask(key, viewer);
      kept.set(name, { roomId, resource });
      // A refusal is not remembered.
      resource.catch(() => kept.delete(name));
      return resource;
    },
    forget(roomId) {
      for (const [name, known] of kept) if (known.roomId === roomId) kept.delete(name);
    },
  };
}
