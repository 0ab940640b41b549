import { join } from 'node:path';
import type { FfmpegFinder } from '../../drivers/ffmpeg/ffmpeg.ts';
import { conversionsFeature } from '../../features/media/conversions/conversions.feature.ts';
import type { ReadFilm } from '../../features/media/conversions/plan/read-film.ts';
import type { LocalFilms, WatchGate } from '../../features/media/proxy/proxy.port.ts';
import type { PlaybackPort } from '../../features/watching/playback/playback.port.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';
import { ofSeat } from '../seat-folders.ts';

interface Parts {
  readonly gate: WatchGate;
  readonly localFilms: LocalFilms;
  readonly readFilm: ReadFilm;
  readonly ffmpeg: FfmpegFinder;
  readonly playback: Pick<PlaybackPort, 'moment'>;
}

/** Converts films for players that cannot play them as they are, if ffmpeg is installed. */
export function addConversions(ground: Ground, features: FeatureList, parts: Parts): void {
  const { config, dataDir, seat, db } = ground;
  const folder = config['conversion.directory'] ?? join(dataDir, 'converted');
  const maxPictures = config['conversion.max_pictures'];
  features.add(
    conversionsFeature({
      ...ground,
      ...parts,
      whereIs: async (roomId, mediaId) => {
        const moment = await parts.playback.moment(db, roomId);
        return moment?.mediaId === mediaId ? moment.positionSeconds : 0;
      },
      config: {
        isEnabled: config['conversion.enabled'],
        ...ofSeat(seat, { folder, maxBytes: config['conversion.max_bytes'] }),
        maxPictures: maxPictures && Math.max(1, Math.floor(maxPictures / (seat?.count ?? 1))),
        encoder: config['conversion.encoder'],
        processes: seat?.count ?? 1,
      },
    }),
  );
}
