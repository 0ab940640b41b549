import { create } from '@bufbuild/protobuf';
import { BindYoutubeRequestSchema, YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { goodKey, playlistId, startYoutubeServer, videoIds } from './youtube.fake.ts';

export const sample: Sample<'youtube'> = {
  links: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ?t=90'],
  source: create(YoutubeSourceSchema, { videoId: videoIds[0]! }),
  upstream: async () =>
    Object.assign(await startYoutubeServer(), {
      login: create(BindYoutubeRequestSchema, { apiKey: goodKey }),
      folder: `playlist/${playlistId}`,
    }),
};
