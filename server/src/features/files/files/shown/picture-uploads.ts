import { dateOf } from '../../../../kernel/clock.ts';
import { filesErrors } from '../files.errors.ts';
import { fileKinds } from '../kinds.ts';
import { beginUpload } from '../uploads/begin-upload.service.ts';
import { completeUpload } from '../uploads/complete-upload.service.ts';
import type { UploadParts } from '../uploads/parts.ts';
import type { PictureUploads } from '../uploads.port.ts';
import { useUpload } from './shown.store.ts';

export function makePictureUploads(parts: UploadParts): PictureUploads {
  return {
    begin: ({ kind, ownerId, target }, request) =>
      beginUpload(parts, { kind: fileKinds[kind], ownerId, target, request }),
    complete: (kind, request, principal) => completeUpload(parts, fileKinds[kind], request, principal),
    choose:
      (of, id = '') =>
      async (tx, before) => {
        if (before?.id === id) return before;
        const chosen = await useUpload(tx.query(), { ...of, id }, dateOf(parts.clock.nowMs()));
        if (!chosen) throw filesErrors.picture_not_found();
        return chosen;
      },
  };
}
