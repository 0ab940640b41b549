import { createHash } from 'node:crypto';
import { ImageRefused } from '../../../../drivers/images/image-refused.ts';
import type { Images } from '../../../../drivers/images/images.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import type { Tx } from '../../../../store/database.ts';
import { storeParts } from '../backends/store-parts.ts';
import { manifestDigest, partSizeBytes, partsOf } from '../content/plan.ts';
import * as store from '../files.store.ts';
import { fileKinds } from '../kinds.ts';
import type { MadePicture, MadePictures, PicturedItem } from '../made-pictures.port.ts';
import type { ShownPicture } from '../pictures.port.ts';
import type { UploadParts } from '../uploads/parts.ts';
import type { PictureFiles } from './picture-files.ts';

type Parts = Pick<UploadParts, 'db' | 'clock' | 'ids' | 'random' | 'backends' | 'variants'> & {
  readonly images: Pick<Images, 'prepare' | 'render'>;
  readonly files: Pick<PictureFiles, 'holdBytes'>;
};

const kind = fileKinds.media_artwork;
const mimeType = 'image/webp';
/** Maximum width of a picture, in pixels: enough for a player that waits for its film. */
const maxWidth = 960;
/** Maximum size of the input, in bytes: the same as for an uploaded cover. */
const maxGivenBytes = fileKinds.media_cover.maxBytes;
/** When a stored picture that was not attached is freed, in milliseconds. */
const givenUpMs = 86_400_000;

export function makeMadePictures(parts: Parts): MadePictures {
  const { images, files } = parts;
  return {
    async make(bytes) {
      if (bytes.length > maxGivenBytes) throw new ImageRefused('memory');
      return files.holdBytes(bytes, async (path, strippedPath) => {
        const { seen } = await images.prepare(path, strippedPath);
        if (!seen) throw new ImageRefused('kind');
        const width = Math.min(maxWidth, seen.facts.width);
        const { variants } = await images.render(path, [{ width, type: mimeType }]);
        const [made] = variants;
        if (!made || made.bytes.length > kind.maxBytes) throw new ImageRefused('dimensions');
        const { thumbhash, detail } = seen;
        return { bytes: made.bytes, width: made.width, height: made.height, thumbhash, detail };
      });
    },
    async store(picture, item) {
      const content = await storeBytes(parts, picture);
      const shown: ShownPicture = {
        id: parts.ids.make(kind.idPrefix),
        kind: kind.name,
        key: parts.random.bytes(16).toString('base64url'),
        mimeType,
        width: picture.width,
        height: picture.height,
        thumbhash: Buffer.from(picture.thumbhash).toString('base64'),
        frames: 1,
      };
      return { shown, attach: (tx) => attach(parts, tx, { shown, item, content }) };
    },
  };
}

type NewContent = Awaited<ReturnType<typeof storeBytes>>;

async function storeBytes({ db, clock, ids, backends }: Parts, { bytes, ...seen }: MadePicture) {
  const backend = backends.of(kind);
  const location = ids.make('blob');
  const planned = partsOf(bytes.length, partSizeBytes, [createHash('sha256').update(bytes).digest('hex')]);
  await store.freeLater(db.query(), location, backend.name, dateOf(clock.nowMs() + givenUpMs));
  const blob = { location, mimeType, sizeBytes: bytes.length, parts: planned };
  await storeParts(backend, blob, async () => Buffer.from(bytes));
  return {
    id: location,
    backend: backend.name,
    manifest_sha256: manifestDigest(bytes.length, partSizeBytes, planned),
    size_bytes: bytes.length,
    part_size_bytes: partSizeBytes,
    detected_type: mimeType,
    width: seen.width,
    height: seen.height,
    frames: 1,
    thumbhash: Buffer.from(seen.thumbhash),
  };
}

interface Attached {
  readonly shown: ShownPicture;
  readonly item: PicturedItem;
  readonly content: NewContent;
}

async function attach({ clock, variants }: Parts, tx: Tx, { shown, item, content }: Attached): Promise<void> {
  const db = tx.query<store.FileTables>();
  const at = dateOf(clock.nowMs());
  const kept = await store.insertContent(db, { ...content, created_at: at, orphaned_at: null });
  if (kept.id === content.id) await store.keepBytes(db, kept.id);
  await store.insertFile(db, {
    id: shown.id,
    kind: kind.name,
    content_id: kept.id,
    owner_id: item.ownerId,
    room_id: item.roomId,
    playlist_id: null,
    media_id: item.mediaId,
    message_id: null,
    place: 0,
    name: 'picture.webp',
    mime_type: mimeType,
    size_bytes: kept.size_bytes,
    duration_seconds: null,
    waveform: null,
    read_key: shown.key,
    created_at: at,
    used_at: at,
  });
  await variants.order(tx, kept, kind.ladder);
}
