import { create } from '@bufbuild/protobuf';
import { DailymotionSourceSchema } from '@matinee/contract/gen/service/provider/dailymotion_pb.ts';
import type { Sample } from '../sample.fixture.ts';
import { startDailymotionServer } from './dailymotion.fake.ts';

export const sample: Sample<'dailymotion'> = {
  links: ['https://www.dailymotion.com/video/x5e9eog', 'https://dai.ly/x5e9eog?start=30'],
  source: create(DailymotionSourceSchema, { videoId: 'x5e9eog' }),
  site: startDailymotionServer,
};
