import { create } from '@bufbuild/protobuf';
import { RecordingSourceSchema } from '@matinee/contract/gen/service/provider/recording_pb.ts';
import type { Sample } from '../sample.fixture.ts';

export const sample: Sample<'recording'> = { links: [], source: create(RecordingSourceSchema), isMadeHere: true };
