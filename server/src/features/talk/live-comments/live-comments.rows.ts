import type { Row } from '@matinee/testkit/contract-table.ts';

export const liveCommentRows: Row[] = [
  {
    name: '[LC1] what plays has none, and says so',
    as: 'member',
    call: 'RoomService.WatchLiveComments',
    expect: { ok: { snapshot: true, live_comments: { state: 'none' } } },
  },
];
