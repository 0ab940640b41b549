import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { MediaFormat as Format } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { MediaProvider, Upstream } from '../../providers/provider.ts';
import type { Database } from '../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import { proxyErrors } from '../proxy/proxy.errors.ts';
import {
  type PlaybackResolver,
  type ResourceFormat,
  type ResourceKey,
  readMediaVersion,
  type UpstreamResource,
} from '../proxy/proxy.port.ts';
import { pathNameOf } from './find-provider.ts';
import { nounOf } from './playback-messages.ts';
import type { ResolveItem } from './sources.ts';

interface Parts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly resolveItem: ResolveItem;
}

const resourceFormats: Readonly<Record<MediaFormat, ResourceFormat>> = {
  [Format.UNSPECIFIED]: 'file',
  [Format.FILE]: 'file',
  [Format.HLS]: 'hls',
  [Format.DASH]: 'dash',
  [Format.FLV]: 'flv',
  [Format.EMBED]: 'file',
  [Format.OWN_COPY]: 'file',
};

/** Tells the proxy where the bytes of one provider's items come from. [PV6] */
export function upstreamResolver(provider: MediaProvider, { db, library, resolveItem }: Parts): PlaybackResolver {
  return {
    provider: pathNameOf(provider),
    async resolve(key, viewer) {
      const version = readMediaVersion(key.version);
      const item = version && (await library.findMedia(db, key.roomId, version.mediaId));
      const source = item?.media.source;
      if (!item || item.sourceVersion !== version.version || source?.source.case !== provider.sourceCase)
        throw proxyErrors.unknown_resource();
      if (source.proxyMode === ProxyMode.DIRECT_ONLY) throw proxyErrors.unknown_resource();
      const mode = (await resolveItem(item, viewer)).modes.find(({ name }) => name === key.mode);
      const media = mode?.medias[key.index];
      const resource =
        key.noun === 'subtitles'
          ? toResource(mode?.subtitles[key.index]?.upstream, 'subtitle', key.version)
          : media && isNounOf(key, media.format)
            ? toResource(media.upstream, resourceFormats[media.format], key.version)
            : undefined;
      if (!resource) throw proxyErrors.unknown_resource();
      return resource;
    },
  };
}

/** True for the manifest of a media, and for what the manifest names. */
function isNounOf({ noun }: ResourceKey, format: MediaFormat): boolean {
  return noun === nounOf[format] || noun === nounOf[format]?.replace('manifests', 'resources');
}

/** `version` names the item, so that what is loaded with its credentials is cached for this item only. */
function toResource(
  upstream: Upstream | undefined,
  format: ResourceFormat,
  version: string,
): UpstreamResource | undefined {
  if (!upstream) return undefined;
  const { url, headers = {} } = upstream;
  const identity = Object.keys(headers).length === 0 ? url : `${version} ${url}`;
  return { url, headers, format, identity, cacheable: format !== 'flv' };
}
