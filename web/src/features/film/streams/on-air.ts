import type { LiveStream } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** The live streams that are on the air in the room. */
export const liveStreams = defineResource({ observe: 'liveStreams', changed: 'liveStreams', resume: 'snapshot' });

export function streamOf(streams: readonly LiveStream[], mediaId: string): LiveStream | undefined {
  return streams.find(({ media_id }) => media_id === mediaId);
}
