import { defineErrors } from '../../../kernel/errors.ts';

export const filesErrors = defineErrors('files', {
  too_large: { code: 'invalid_argument', message: 'The file is too large.', httpStatus: 413 },
  type_not_allowed: {
    code: 'invalid_argument',
    message: 'Files of this type cannot be uploaded here.',
    httpStatus: 415,
  },
  wrong_type: {
    code: 'invalid_argument',
    message: 'The content of the file is not of the type that was declared.',
    httpStatus: 415,
  },
  bad_picture: {
    code: 'invalid_argument',
    message: 'The picture cannot be read, is larger than 8192 by 8192, or has too many frames.',
    httpStatus: 415,
  },
  pictures_busy: { code: 'unavailable', message: 'The server is busy with other pictures; complete the upload again.' },
  picture_not_found: { code: 'not_found', message: 'There is no such completed upload of yours for this.' },
  bad_voice: { code: 'invalid_argument', message: 'Only sound has a duration and a waveform, and these must fit it.' },
  bad_manifest: { code: 'invalid_argument', message: 'The parts are not those of the plan.' },
  bad_range: { code: 'invalid_argument', message: 'Content-Range must name one whole part of the plan.' },
  part_mismatch: { code: 'invalid_argument', message: 'The bytes of the part are not those that were announced.' },
  invalid_token: { code: 'permission_denied', message: 'The token is not for this file, or has expired.' },
  upload_not_found: { code: 'not_found', message: 'There is no such upload.' },
  upload_expired: { code: 'failed_precondition', message: 'The upload has expired; begin again.', httpStatus: 410 },
  upload_completed: { code: 'failed_precondition', message: 'The upload takes no more parts.' },
  proof_failed: { code: 'permission_denied', message: 'The proof does not show that you have this file.' },
  too_many_uploads: { code: 'resource_exhausted', message: 'Too many of your uploads are not completed.' },
  quota_exceeded: { code: 'failed_precondition', message: 'There is no space left for your files.' },
  room_full: { code: 'failed_precondition', message: 'There is no space left for files in this room.' },
  not_found: { code: 'not_found', message: 'There is no such file.' },
  part_missing: { code: 'failed_precondition', message: 'A part of this file has not arrived yet.' },
  bytes_missing: { code: 'not_found', message: 'The bytes of this file are gone.' },
  storage_unavailable: { code: 'unavailable', message: 'The file storage cannot be reached at the moment.' },
});
