import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import type { MediaProvider } from '../provider.ts';
import type { Resolved } from '../resolved.ts';

const reasons = defineReasons('recording', {
  made_here: 'is a recording, which nobody adds: it becomes an item when it ends',
});

const recorded: Resolved = {
  modes: [{ name: 'original', medias: [{ name: 'MP4', format: MediaFormat.FILE }], subtitles: [] }],
  needsCredentials: false,
  isOwn: true,
};

/** A recording of a live stream, stored by this server. */
export const recording: MediaProvider<'recording'> = {
  name: 'recording',
  sourceCase: 'recording',
  nouns: { [MediaFormat.FILE]: 'film' },
  // Recordings are made by this server; no link points to one.
  recognize: () => undefined,
  check: (_, field) => [{ field, ...reasons.made_here() }],
  nameOf: () => 'Recording',
  outline: () => recorded,
  resolve: async () => recorded,
};
