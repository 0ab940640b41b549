import type { MessageInitShape } from '@bufbuild/protobuf';
import type { BackupResponseSchema } from '@matinee/contract/gen/service/management/management_pb.ts';
import type { BackupEvent } from '../../../store/backup/write-backup.ts';

/** The message about an event of a backup. Pure. */
export function toResponse(
  event: BackupEvent,
  secretKeys: readonly string[],
  isSealed: boolean,
): MessageInitShape<typeof BackupResponseSchema> {
  switch (event.kind) {
    case 'start': {
      const { tables, expectedBytes } = event;
      const [sealedSecrets, missingSecrets] = isSealed ? [[...secretKeys], []] : [[], [...secretKeys]];
      return { part: { case: 'start', value: { tables, expectedBytes, sealedSecrets, missingSecrets } } };
    }
    case 'data':
      return { part: { case: 'data', value: event.bytes } };
    case 'progress': {
      const { table, tablesDone, rows, bytes } = event;
      return { part: { case: 'progress', value: { table, tablesDone, rows, bytes } } };
    }
    case 'end': {
      const { rows, bytes, sha256 } = event;
      return { part: { case: 'end', value: { rows, bytes, sha256 } } };
    }
  }
}
