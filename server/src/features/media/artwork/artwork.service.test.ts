import { create } from '@bufbuild/protobuf';
import { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { afterEach, expect, test } from 'vitest';
import { ImageRefused } from '../../../drivers/images/image-refused.ts';
import { makeLog } from '../../../kernel/log.ts';
import { memoryKeyValue } from '../../../store/key-value/memory-key-value.ts';
import type { MadePicture } from '../../files/files/made-pictures.port.ts';
import type { MediaItem } from '../library/library.port.ts';
import { makeArtwork, type RunningArtwork } from './artwork.service.ts';
import type { ArtworkParts } from './artwork-parts.ts';

const clock = new FakeClock();
const log = makeLog('silent');
const keyValue = memoryKeyValue({ clock, log });
const running: RunningArtwork[] = [];
afterEach(async () => {
  for (const artwork of running.splice(0)) await artwork.stop();
});

let made = 0;
function itemOf(more: Partial<MediaItem> = {}): MediaItem {
  const media = create(MediaSchema, { id: `med_${++made}`, creatorId: 'anna' });
  return {
    roomId: 'room',
    media,
    sourceVersion: 1,
    sealedSecrets: null,
    facts: undefined,
    dynamic: undefined,
    ...more,
  };
}

const picture: MadePicture = { bytes: Buffer.from('webp'), width: 8, height: 8, thumbhash: Buffer.alloc(5), detail: 4 };

const noFilm = () => Promise.reject(new Error('no film is opened here'));

/** A replica whose frames cannot be taken. */
function replica(more: Partial<ArtworkParts> = {}) {
  const shown: string[] = [];
  const artwork = makeArtwork({
    clock,
    log,
    keyValue,
    settings: { frames: true },
    ffmpeg: async () => undefined,
    findCover: async () => undefined,
    posters: { isThere: () => false, find: async () => undefined },
    localFilms: { identify: async () => '', open: noFilm, openOwn: noFilm },
    recordedFiles: { open: async () => undefined },
    readFilm: async () => undefined,
    sources: { originOf: () => ({ provider: 'direct_url', accountId: undefined }) },
    pictures: {
      make: async () => picture,
      store: async (_, { mediaId }) => ({ shown: { id: mediaId } as never, attach: async () => undefined }),
    },
    show: async (item) => void shown.push(item.media.id),
    ...more,
  });
  running.push(artwork);
  return { artwork, shown };
}

const cover = Buffer.from('a cover');

test('[AW7] two replicas that read a film at once give it one picture', async () => {
  const [one, two] = [replica(), replica()];
  const item = itemOf();
  await Promise.all([one, two].map(({ artwork }) => artwork.seek(item, cover)));
  expect([...one.shown, ...two.shown]).toEqual([item.media.id]);
  expect(await two.artwork.isWanted(item)).toBe(false);
});

test('[AW7] [AW8] another source of an item is another film', async () => {
  const { artwork, shown } = replica();
  const item = itemOf();
  await artwork.seek(item, cover);
  await artwork.seek({ ...item, sourceVersion: 2 }, cover);
  expect(shown).toHaveLength(2);
});

test('[AW7] a film without a picture is left alone for a day, and after a failure for ten minutes', async () => {
  const { artwork } = replica({ findCover: () => Promise.reject(new Error('upstream is away')) });
  const failed = itemOf();
  await artwork.seek(failed, cover);
  expect(artwork.figures.failed).toBe(1);
  expect(await artwork.isWanted(failed)).toBe(false);
  clock.advance(10 * 60_000 + 1);
  expect(await artwork.isWanted(failed)).toBe(true);

  const none = itemOf();
  await replica().artwork.seek(none, undefined);
  await expect.poll(() => artwork.isWanted(none)).toBe(false);
  clock.advance(23 * 60 * 60_000);
  expect(await artwork.isWanted(none)).toBe(false);
  clock.advance(2 * 60 * 60_000);
  expect(await artwork.isWanted(none)).toBe(true);
});

test('[AW4] a film whose cover alone was sought is wanted again where ffmpeg is there by then', async () => {
  const item = itemOf();
  const { artwork } = replica();
  await artwork.seek(item, undefined);
  const later = replica({ ffmpeg: async () => ({}) as never });
  await expect.poll(() => later.artwork.isWanted(item)).toBe(true);
  expect(await artwork.isWanted(item)).toBe(false);
  expect(await replica({ ffmpeg: async () => ({}) as never, settings: { frames: false } }).artwork.isWanted(item)).toBe(
    false,
  );
});

test('[AW2] nothing is sought of an item of which the provider has a picture', async () => {
  const { artwork, shown } = replica({ findCover: async () => ({ url: 'https://films.example.org/small.jpg' }) });
  await artwork.seek(itemOf(), cover);
  expect(shown).toEqual([]);
  expect(artwork.figures).toEqual({ covers: 0, posters: 0, frames: 0, failed: 0 });
});

test('[AW3] a cover that is refused is as none, and one that could not be looked at is tried again', async () => {
  const refusing = (reason: 'memory' | 'busy') =>
    replica({
      pictures: { make: () => Promise.reject(new ImageRefused(reason)), store: () => Promise.reject(new Error()) },
    }).artwork;
  const [bad, busy] = [refusing('memory'), refusing('busy')];
  await bad.seek(itemOf(), cover);
  await busy.seek(itemOf(), cover);
  expect([bad.figures.failed, busy.figures.failed]).toEqual([0, 1]);
});
