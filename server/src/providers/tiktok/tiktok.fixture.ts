import { create } from '@bufbuild/protobuf';
import { TiktokSourceSchema } from '@matinee/contract/gen/service/provider/tiktok_pb.ts';
import { startOembedServer } from '../oembed.fixture.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'tiktok'> = {
  links: [
    'https://www.tiktok.com/@scout2015/video/6718335390845095173?is_from_webapp=1',
    'https://www.tiktok.com/player/v1/6718335390845095173',
  ],
  source: create(TiktokSourceSchema, { videoId: '6718335390845095173' }),
  site: () =>
    startOembedServer(['https://www.tiktok.com'], {
      'https://www.tiktok.com/@scout2015/video/6718335390845095173': { title: 'Scramble up ur name' },
    }),
};
