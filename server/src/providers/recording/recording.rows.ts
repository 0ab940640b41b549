import type { Row } from '@matinee/testkit/contract-table.ts';

/** Recordings of live streams are made by the server alone. */
export const recordingRows: Row[] = [
  {
    name: '[RCP1] nobody adds a recording by hand',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { recording: {} } },
    expect: { error: 'library.invalid_url' },
  },
];
