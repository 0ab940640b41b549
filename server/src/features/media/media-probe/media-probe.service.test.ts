import { create } from '@bufbuild/protobuf';
import { MediaSchema } from '@matinee/contract/gen/service/client/library_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { expect, test } from 'vitest';
import { UpstreamFailed } from '../../../drivers/upstream/upstream-failed.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { makeLog } from '../../../kernel/log.ts';
import { makeProbe, type ProbeParts } from './media-probe.service.ts';

/** The items in which a picture is sought when reading a film ends with `failure`. */
async function soughtAfter(failure: Error): Promise<string[]> {
  const sought: string[] = [];
  const media = create(MediaSchema, { id: 'med_1', creatorId: 'usr_1' });
  const parts = {
    clock: systemClock,
    log: makeLog('silent'),
    keyValue: { set: async () => true },
    upstream: { open: () => Promise.reject(failure) },
    library: { findMedia: async () => ({ roomId: 'room_1', media, sourceVersion: 1 }) },
    resolveItem: async () => ({
      modes: [{ medias: [{ format: MediaFormat.FILE, upstream: { url: 'https://films.example.org/film.mp4' } }] }],
    }),
    artwork: {
      isWanted: async () => true,
      seek: async ({ media }: { media: { id: string } }) => sought.push(media.id),
    },
  };
  const probe = makeProbe(parts as unknown as ProbeParts);
  probe.request('room_1', ['med_1']);
  await probe.idle();
  expect(probe.figures).toEqual({ found: 0, failed: 1 });
  return sought;
}

test('[AW7] a picture is sought in a film that cannot be read, and not in one whose server gives nothing', async () => {
  expect(await soughtAfter(new Error('the server gives no such range'))).toEqual(['med_1']);
  expect(await soughtAfter(new UpstreamFailed('connect', 'films.example.org'))).toEqual([]);
});
