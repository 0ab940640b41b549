import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { nameOfFile } from '../media-address.ts';
import type { MediaProvider } from '../provider.ts';
import type { Resolved } from '../resolved.ts';

const reasons = defineReasons('own_copy', { size: 'is not a whole number of bytes' });

const opened: Resolved = {
  modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.OWN_COPY }], subtitles: [] }],
  needsCredentials: false,
};

/** A file that each viewer opens on their own device. The server only knows how to distinguish two files. */
export const ownCopy: MediaProvider<'ownCopy'> = {
  name: 'own_copy',
  sourceCase: 'ownCopy',
  // A file is chosen, not pasted.
  recognize: () => undefined,
  check: ({ sizeBytes }, field) =>
    Number.isSafeInteger(sizeBytes) ? [] : [{ field: `${field}.size_bytes`, ...reasons.size() }],
  nameOf: ({ fileName }) => nameOfFile(fileName) || fileName,
  outline: () => opened,
  resolve: async () => opened,
};
