import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { MediaProvider, MediaProviders, SourceCase, SourceOf } from '../../../providers/provider.ts';

/** A source and its provider. */
export interface Understood {
  readonly provider: MediaProvider<SourceCase>;
  readonly value: SourceOf<SourceCase>;
  /** Path of the source in a request. */
  readonly field: string;
}

export function understand(providers: MediaProviders, { source }: MediaSource): Understood {
  if (source.case === undefined) throw new Error('the contract asks for a source');
  // The value matches the provider: `MediaProviders` ensures it for each pair, but the type of a union of functions
  // cannot express it.
  const provider = providers[source.case] as unknown as MediaProvider<SourceCase>;
  return { provider, value: source.value, field: `source.${provider.name}` };
}

/** The provider's name in paths: `direct-url`. */
export function pathNameOf({ name }: Pick<MediaProvider, 'name'>): string {
  return name.replaceAll('_', '-');
}

const usualNouns: Readonly<Record<MediaFormat, string | undefined>> = {
  [MediaFormat.UNSPECIFIED]: 'streams',
  [MediaFormat.FILE]: 'streams',
  [MediaFormat.FLV]: 'streams',
  [MediaFormat.HLS]: 'hls-manifests',
  [MediaFormat.DASH]: 'dash-manifests',
  [MediaFormat.EMBED]: undefined,
  [MediaFormat.OWN_COPY]: undefined,
  [MediaFormat.WHEP]: undefined,
};

/** The noun for a format in the proxy's paths; undefined: the proxy never loads it. */
export function nounsOf({ nouns }: Pick<MediaProvider, 'nouns'>): (format: MediaFormat) => string | undefined {
  return (format) => nouns?.[format] ?? usualNouns[format];
}
