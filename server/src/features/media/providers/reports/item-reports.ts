import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { type Random, secretText } from '../../../../kernel/random.ts';
import type { MediaProviders } from '../../../../providers/provider.ts';
import type { Database, Reader } from '../../../../store/database.ts';
import type { Keys } from '../../../../store/key-value/key-value.ts';
import type { Library, MediaItem } from '../../library/library.port.ts';
import { understand } from '../find-provider.ts';
import type { OpenItem, ResolveItem } from '../sources.ts';
import { makeWatchReports, type WatchReports } from './watch-reports.ts';

interface Parts {
  readonly providers: MediaProviders;
  readonly db: Database;
  readonly keyValue: Keys;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly library: Pick<Library, 'findMedia'>;
  readonly playback: {
    moment(
      reader: Reader,
      roomId: string,
    ): Promise<{ readonly mediaId: string; readonly positionSeconds: number } | undefined>;
    progress(roomId: string): Promise<{ readonly speed: number } | undefined>;
  };
  readonly audience: (roomId: string) => number;
  readonly resolveItem: ResolveItem;
  readonly openItem: OpenItem;
  readonly lastPlayerOf: (mediaId: string) => string;
}

/** Reports the playback of rooms to upstreams, through the providers of the items. */
export function makeItemReports(parts: Parts): WatchReports {
  const { providers, db, library, playback, resolveItem, openItem, lastPlayerOf } = parts;

  function reportsOf({ media }: MediaItem) {
    const { provider, value } = understand(providers, media.source!);
    return provider.reports?.areWanted(value) ? { reports: provider.reports, value } : undefined;
  }

  return makeWatchReports({
    ...parts,
    newSessionId: () => secretText(parts.random),
    async findPlaying(roomId) {
      const moment = await playback.moment(db, roomId);
      if (!moment) return undefined;
      const { mediaId, positionSeconds } = moment;
      return { mediaId, positionSeconds, isPaused: (await playback.progress(roomId))?.speed === 0 };
    },
    async areWanted(roomId, mediaId) {
      const item = await library.findMedia(db, roomId, mediaId);
      return item !== undefined && reportsOf(item) !== undefined;
    },
    async beginSession(roomId, mediaId) {
      const item = await library.findMedia(db, roomId, mediaId);
      const viewer = item && { userId: item.media.creatorId, player: lastPlayerOf(mediaId) };
      return item && (await resolveItem(item, viewer!)).upstreamSession;
    },
    async send(roomId, kind, { mediaId, ...told }) {
      const item = await library.findMedia(db, roomId, mediaId);
      const found = item && reportsOf(item);
      if (item && found) await found.reports.send(found.value, { ...told, kind }, await openItem(item));
    },
  });
}
