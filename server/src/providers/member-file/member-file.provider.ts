import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MemberFileSource } from '@matinee/contract/gen/service/provider/member_file_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { formatOfPath, nameOfFile } from '../media-address.ts';
import type { MediaProvider } from '../provider.ts';
import type { Resolved, UpstreamAddress } from '../resolved.ts';
import { addressOfMemberFile } from './member-file-address.ts';

const reasons = defineReasons('member_file', {
  size: 'is not a whole number of bytes',
  playlist: 'is a playlist: the files that it names are on a disk too, and nobody gives them',
});

/** A file on the disk of the member who added the item, whose page serves it in pieces. [MFP1]–[MFP3] */
export const memberFile: MediaProvider<'memberFile'> = {
  name: 'member_file',
  sourceCase: 'memberFile',
  neverDirect: true,
  // A file is chosen, not pasted.
  recognize: () => undefined,
  check: ({ sizeBytes, fileName }, field) => [
    ...(Number.isSafeInteger(sizeBytes) ? [] : [{ field: `${field}.size_bytes`, ...reasons.size() }]),
    ...(formatOfPath(fileName) === MediaFormat.FILE ? [] : [{ field: `${field}.file_name`, ...reasons.playlist() }]),
  ],
  nameOf: ({ fileName }) => nameOfFile(fileName) || fileName,
  outline: (source) => resolvedOf(source, undefined),
  resolve: async (source, { item }) => resolvedOf(source, item && addressOfMemberFile({ ...item, ...source })),
};

function resolvedOf({ durationSeconds }: MemberFileSource, upstream: UpstreamAddress | undefined): Resolved {
  const media = { name: '', format: MediaFormat.FILE, ...(upstream ? { upstream } : {}) };
  return {
    modes: [{ name: 'original', medias: [media], subtitles: [] }],
    needsCredentials: true,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
  };
}
