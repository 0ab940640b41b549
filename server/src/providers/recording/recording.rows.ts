import type { Row } from '@matinee/testkit/contract-table.ts';

/** Only the server makes recordings of live streams. */
export const recordingRows: Row[] = [
  {
    name: '[RCP1] nobody adds a recording by hand',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { recording: {} } },
    expect: { error: 'library.invalid_url' },
  },
];
