import { create } from '@bufbuild/protobuf';
import {
  BilibiliLoginRequestSchema,
  BilibiliSourceSchema,
} from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { favorite, goodSession, startFakeBilibili, video } from './bilibili.fake.ts';
import { videoOf } from './bilibili.links.ts';

export const sample: Sample<'bilibili'> = {
  links: [
    'https://www.bilibili.com/video/BV1xx411c7mD?p=2',
    'https://www.bilibili.com/bangumi/play/ep508403',
    'https://live.bilibili.com/22747736',
  ],
  source: create(BilibiliSourceSchema, { item: { case: 'video', value: videoOf(video.bvid) }, accountId: 'pac_1' }),
  upstream: async () =>
    Object.assign(await startFakeBilibili(), {
      login: create(BilibiliLoginRequestSchema, { session: goodSession }),
      folder: `favorites/${favorite}`,
    }),
};
