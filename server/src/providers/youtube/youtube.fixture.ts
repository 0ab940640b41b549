import { create } from '@bufbuild/protobuf';
import { YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'youtube'> = {
  links: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ?t=90'],
  source: create(YoutubeSourceSchema, { videoId: 'dQw4w9WgXcQ' }),
};
