import { create } from '@bufbuild/protobuf';
import { RtmpSourceSchema } from '@matinee/contract/gen/service/provider/rtmp_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'rtmp'> = { links: [], source: create(RtmpSourceSchema) };
