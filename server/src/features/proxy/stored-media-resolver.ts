import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { Database } from '../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import type { Sources } from '../providers/providers.port.ts';
import { proxyErrors } from './proxy.errors.ts';
import {
  type PlaybackResolver,
  type ResourceFormat,
  type ResourceKey,
  readMediaVersion,
  type UpstreamResource,
} from './proxy.port.ts';

interface Parts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'playbackOf'>;
}

const formats: Readonly<Record<MediaFormat, ResourceFormat>> = {
  [MediaFormat.UNSPECIFIED]: 'file',
  [MediaFormat.FILE]: 'file',
  [MediaFormat.HLS]: 'hls',
  [MediaFormat.DASH]: 'dash',
  [MediaFormat.FLV]: 'flv',
};

/** What the path calls each kind of media. */
const nouns: Readonly<Partial<Record<ResourceFormat, string>>> = {
  file: 'streams',
  flv: 'streams',
  hls: 'hls-manifests',
  dash: 'dash-manifests',
};

/** Finds the bytes of media whose source says by itself where they are. */
export function storedMediaResolver({ db, library, sources }: Parts): PlaybackResolver {
  return {
    provider: 'direct-url',
    async resolve(key) {
      const version = readMediaVersion(key.version);
      const media = version && (await library.findMedia(db, key.roomId, version.mediaId));
      if (!media || media.version !== version.version) throw proxyErrors.unknown_resource();
      const playback = sources.playbackOf(key.roomId, media);
      const info = playback.playbackInfos?.[key.mode];
      const isOfProvider = playback.provider === key.provider.replaceAll('-', '_');
      if (!info || !isOfProvider) throw proxyErrors.unknown_resource();
      const found =
        key.noun === 'subtitles'
          ? toSubtitle(info.subtitles?.[key.index]?.url)
          : toMedia(key, info.medias?.[key.index]);
      if (!found) throw proxyErrors.unknown_resource();
      return found;
    },
  };
}

function toSubtitle(url: string | undefined): UpstreamResource | undefined {
  return url === undefined ? undefined : { url, format: 'subtitle', identity: url, cacheable: true };
}

interface Media {
  readonly url?: string | undefined;
  readonly format?: MediaFormat | undefined;
}

function toMedia({ noun }: ResourceKey, media: Media | undefined): UpstreamResource | undefined {
  if (media?.url === undefined) return undefined;
  const format = formats[media.format ?? MediaFormat.FILE];
  // The parts of a playlist have the noun of the playlist, with another ending.
  const isFitting = noun === nouns[format] || noun === nouns[format]?.replace('manifests', 'resources');
  return isFitting ? { url: media.url, format, identity: media.url, cacheable: format !== 'flv' } : undefined;
}
