import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { MediaFormat as Format } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { MediaProvider } from '../../../providers/provider.ts';
import type { Resolved, ResolvedMode, UpstreamAddress } from '../../../providers/resolved.ts';
import { storyboardSource } from '../../../providers/storyboard-source.ts';
import type { Database } from '../../../store/database.ts';
import type { Library } from '../library/library.port.ts';
import { proxyErrors } from '../proxy/proxy.errors.ts';
import {
  type PlaybackResolver,
  type ResourceFormat,
  type ResourceKey,
  readMediaVersion,
  type UpstreamResource,
} from '../proxy/proxy.port.ts';
import { convertible } from './convertible.ts';
import { nounsOf, pathNameOf } from './find-provider.ts';
import { logoOf } from './listed/channel-source.ts';
import { readMode } from './playback-messages.ts';
import type { FindCover, ResolveItem } from './sources.ts';

interface Parts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly resolveItem: ResolveItem;
  readonly findCover: FindCover;
}

const resourceFormats: Readonly<Record<MediaFormat, ResourceFormat>> = {
  [Format.UNSPECIFIED]: 'file',
  [Format.FILE]: 'file',
  [Format.HLS]: 'hls',
  [Format.DASH]: 'dash',
  [Format.FLV]: 'flv',
  [Format.EMBED]: 'file',
  [Format.OWN_COPY]: 'file',
  [Format.WHEP]: 'file',
};

/** Resolves the addresses of one provider's items for the proxy. [PV6] */
export function makePlaybackResolver(
  provider: MediaProvider,
  { db, library, resolveItem, findCover }: Parts,
): PlaybackResolver {
  /**
   * Lists request pictures of many items, so a provider that can find a picture alone is asked only for that. [PV55]
   */
  const findPicture: (...asked: [...Parameters<FindCover>, string]) => Promise<UpstreamResource | undefined> = async (
    item,
    viewer,
    version,
  ) => {
    const isCover = provider.coverOf !== undefined || logoOf(item.media.source!) !== undefined;
    const picture = isCover ? await findCover(item, viewer) : (await resolveItem(item, viewer)).thumbnail;
    return toResource(picture, 'thumbnail', version);
  };
  return {
    provider: pathNameOf(provider),
    async resolve(key, viewer) {
      const version = readMediaVersion(key.version);
      const item = version && (await library.findMedia(db, key.roomId, version.mediaId));
      const source = item?.media.source;
      if (!item || item.sourceVersion !== version.version || source?.source.case !== provider.sourceCase)
        throw proxyErrors.unknown_resource();
      if (source.proxyMode === ProxyMode.DIRECT_ONLY) throw proxyErrors.unknown_resource();
      const findFor = async ({ mode, player }: ReturnType<typeof readMode>) =>
        findResource(await resolveItem(item, { userId: viewer.userId, player }), { ...key, mode }, nounsOf(provider));
      const resource =
        key.noun === 'thumbnail' ? await findPicture(item, viewer, key.version) : await findFor(readMode(key.mode));
      if (!resource) throw proxyErrors.unknown_resource();
      return resource;
    },
  };
}

function findResource(
  resolved: Resolved,
  { noun, mode: modeName, index, version }: ResourceKey,
  nounOf: (format: MediaFormat) => string | undefined,
): UpstreamResource | undefined {
  const mode = resolved.modes.find(({ name }) => name === modeName);
  if (noun === 'subtitles') {
    const subtitle = mode?.subtitles[index];
    const found = toResource(subtitle?.upstream, 'subtitle', version);
    return found && { ...found, language: subtitle?.language ?? '' };
  }
  if (noun === 'danmakus') return toResource(mode?.danmakus?.[index]?.upstream, 'danmaku', version);
  if (noun === 'storyboards') return findStoryboard(resolved, mode, version);
  if (noun === 'film-subtitles') return toResource(convertible(resolved)?.upstream, 'film-subtitles', version);
  if (noun === 'conversion') return toResource(convertible(resolved)?.upstream, 'file', version);
  const media = mode?.medias[index];
  // A media's manifest, or a resource listed in it.
  const name = media && nounOf(media.format);
  const isNamed = noun === name || noun === name?.replace(/manifests$/, 'resources');
  const found = media && isNamed ? toResource(media.upstream, resourceFormats[media.format], version) : undefined;
  return found && media?.manifest !== undefined ? { ...found, manifest: media.manifest } : found;
}

function findStoryboard(
  resolved: Resolved,
  mode: ResolvedMode | undefined,
  version: string,
): UpstreamResource | undefined {
  const source = mode && storyboardSource(resolved, mode);
  const found = toResource(source?.upstream, 'storyboard', version);
  if (!found || source?.written === undefined) return found;
  // A provider may write a different text for each item.
  return { ...found, manifest: source.written, identity: `${version} ${found.url}` };
}

/** `version` identifies the item, so media loaded with its credentials are cached for this item only. */
function toResource(
  upstream: UpstreamAddress | undefined,
  format: ResourceFormat,
  version: string,
): UpstreamResource | undefined {
  if (!upstream) return undefined;
  const { url, headers = {} } = upstream;
  const identity = Object.keys(headers).length === 0 ? url : `${version} ${url}`;
  return { url, headers, format, identity, cacheable: format !== 'flv' };
}
