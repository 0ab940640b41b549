import { join } from 'node:path';
import { makeImages } from '../drivers/images/images.ts';
import { lazyObjectStorage } from '../drivers/object-storage/lazy-object-storage.ts';
import type { StorageAddress } from '../drivers/object-storage/storage-client.ts';
import type { FileBackend } from '../features/files/files/backends/file-backend.ts';
import { makeObjectBackend } from '../features/files/files/backends/object-backend.ts';
import { type FilesParts, filesFeature } from '../features/files/files/files.feature.ts';
import type { Config } from '../kernel/config/config-keys.ts';
import type { Part } from '../kernel/lifecycle.ts';
import type { FeatureList } from './feature-list.ts';
import type { Ground } from './ground.ts';

/** Files that users upload, and the storage of their bytes. */
export function addFiles(
  ground: Ground,
  features: FeatureList,
  { sessions, members }: Pick<FilesParts, 'sessions' | 'members'>,
) {
  const { config, secrets, settings, clock, dataDir, outside } = ground;
  const objects = makeObjectFiles(ground);
  if (objects) features.add({ name: 'object storage', bindings: [], parts: [objects.part] });
  const images = outside('images', makeImages({ clock }));
  const pictures = { images, pictureFolder: join(dataDir, 'pictures') };
  const backends = { objects: objects?.backend, places: placesIn(config) };
  return features.add(
    filesFeature({
      ...ground,
      ...backends,
      ...pictures,
      sessions,
      members,
      settings: settings.files,
      secret: secrets.jwt,
    }),
  );
}

function placesIn(config: Config): FilesParts['places'] {
  return {
    chat_attachment: config['files.chat_attachments'],
    user_avatar: config['files.user_avatars'],
    room_cover: config['files.room_covers'],
    playlist_cover: config['files.playlist_covers'],
    media_cover: config['files.media_covers'],
    media_thumbnail: config['files.media_thumbnails'],
    media_artwork: config['files.media_covers'],
    recording: config['files.recordings'],
  };
}

/** Files in an object store, and the part that checks at startup whether the store can be reached. */
interface ObjectFiles {
  readonly backend: FileBackend;
  readonly part: Part;
}

/** Undefined if no object store is configured. */
function makeObjectFiles({ config, clock, log, outside }: Ground): ObjectFiles | undefined {
  const address = storageAddressOf(config);
  if (!address) return undefined;
  const objects = outside('object storage', lazyObjectStorage({ address, clock }));
  const { endpoint, bucket } = address;
  return {
    backend: makeObjectBackend(objects),
    part: {
      name: 'object storage',
      // People can watch while the store is unreachable: only files need it.
      start: async () => {
        objects.check().then(
          () => log.info({ endpoint, bucket }, 'the object store is there'),
          (err: Error) => log.error({ endpoint, bucket, reason: err.message }, 'the object store cannot be used'),
        );
      },
      stop: async () => objects.close(),
    },
  };
}

/** The object store; undefined if none is configured. */
export function storageAddressOf(config: Config): StorageAddress | undefined {
  const endpoint = config['object_storage.endpoint'];
  const bucket = config['object_storage.bucket'];
  const accessKeyId = config['object_storage.access_key_id'];
  const secretAccessKey = config['object_storage.secret_access_key'];
  // The rules of the configuration require all of these keys or none.
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined;
  return {
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    publicEndpoint: config['object_storage.public_endpoint'],
    region: config['object_storage.region'],
    isPathStyle: config['object_storage.path_style'],
  };
}
