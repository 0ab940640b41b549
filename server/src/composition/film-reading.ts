import type { FfmpegFinder } from '../drivers/ffmpeg/ffmpeg.ts';
import type { UpstreamClient } from '../drivers/upstream/upstream.ts';
import type { MadePictures } from '../features/files/files/made-pictures.port.ts';
import type { RecordedFiles } from '../features/files/files/recorded-files.port.ts';
import { artworkFeature } from '../features/media/artwork/artwork.feature.ts';
import type { ReadFilm } from '../features/media/conversions/plan/read-film.ts';
import { filmCatalogueFeature } from '../features/media/film-catalogue/film-catalogue.feature.ts';
import type { Posters } from '../features/media/film-catalogue/film-catalogue.port.ts';
import type { Library, LibraryPictures } from '../features/media/library/library.port.ts';
import { makeFoundFacts } from '../features/media/media-probe/media-facts.store.ts';
import { mediaProbeFeature } from '../features/media/media-probe/media-probe.feature.ts';
import type { MediaProbe } from '../features/media/media-probe/media-probe.port.ts';
import type { Sources } from '../features/media/providers/providers.port.ts';
import type { FindCover, ResolveItem } from '../features/media/providers/sources.ts';
import type { LocalFilms } from '../features/media/proxy/proxy.port.ts';
import type { playbackFeature } from '../features/watching/playback/playback.feature.ts';
import type { ProviderTools } from '../providers/provider.ts';
import type { Tx } from '../store/database.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';

type ItemChanges = ReturnType<typeof playbackFeature>['itemChanges'];

interface Readable {
  readonly library: Library;
  readonly libraryPictures: LibraryPictures;
  /** Sends requests to the film catalogue. */
  readonly askCatalogue: ProviderTools['ask'];
  readonly itemChanges: ItemChanges;
  readonly upstream: UpstreamClient;
  readonly resolveItem: ResolveItem;
  readonly sources: Sources;
  readonly findCover: FindCover;
  readonly localFilms: LocalFilms;
  readonly readFilm: ReadFilm;
  readonly ffmpeg: FfmpegFinder;
  readonly madePictures: MadePictures;
  readonly recordedFiles: RecordedFiles;
}

/**
 * Reads films for the library and playback, which are made before the reader's other parts. They get `hooks`; call
 * `begin` when all other parts exist.
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
      const { posters } = addCatalogue(ground, features, {
        ...readable,
        async dropArtwork(item, rejecting) {
          if (!(await itemChanges.dropArtwork(item, rejecting))) return;
          const left = await readable.library.findMedia(ground.db, item.roomId, item.media.id);
          if (left) await artwork.seekAgain(left);
        },
      });
      const { artwork } = addArtwork(ground, features, { itemChanges, posters, ...readable });
      const parts = { ...ground, ...readable, artwork, isEnabled, learn: itemChanges.learn };
      reader = { ...features.add(mediaProbeFeature(parts)), itemChanges };
    },
  };
}

type CatalogueParts = Parameters<typeof filmCatalogueFeature>[0];

function addCatalogue(
  ground: Ground,
  features: FeatureList,
  {
    askCatalogue: ask,
    ...parts
  }: Pick<Readable, 'askCatalogue' | 'library' | 'libraryPictures'> & Pick<CatalogueParts, 'dropArtwork'>,
) {
  return features.add(filmCatalogueFeature({ ...ground, ...parts, ask, settings: ground.settings.filmCatalogue }));
}

function addArtwork(
  ground: Ground,
  features: FeatureList,
  { itemChanges, madePictures, ...readable }: Readable & { readonly posters: Posters },
) {
  const show: Parameters<typeof artworkFeature>[0]['show'] = (item, picture) => {
    const attach = async (tx: Tx) => {
      await picture.attach(tx);
      await features.onArtwork(tx, item.roomId, item.media.id);
    };
    return itemChanges.showArtwork(item, { ...picture, attach });
  };
  const settings = ground.settings.artwork;
  return features.add(artworkFeature({ ...ground, ...readable, pictures: madePictures, settings, show }));
}
