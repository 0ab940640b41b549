import { create } from '@bufbuild/protobuf';
import { VimeoSourceSchema } from '@matinee/contract/gen/service/provider/vimeo_pb.ts';
import { startOembedServer } from '../oembed.fixture.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'vimeo'> = {
  links: ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  source: create(VimeoSourceSchema, { videoId: '76979871' }),
  site: () =>
    startOembedServer(['https://vimeo.com'], { 'https://vimeo.com/76979871': { title: 'The New Vimeo Player' } }),
};
