import { create } from '@bufbuild/protobuf';
import { DirectUrlSourceSchema } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'directUrl'> = {
  links: ['https://media.example.org/film.mp4', 'http://192.0.2.1/live.m3u8'],
  source: create(DirectUrlSourceSchema, { url: 'https://media.example.org/film.mp4' }),
};
