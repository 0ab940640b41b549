import type { Row } from '@matinee/testkit/contract-table.ts';

const list = 'FilmMomentsService.ListFilmMoments';

export const filmMomentsRows: Row[] = [
  {
    name: '[LM2] a film to which nobody reacted has none',
    as: 'member',
    call: list,
    request: (w) => ({ media_id: w.media }),
    expect: { ok: { moments: [] } },
  },
  {
    name: '[LM2] strangers do not see them',
    as: 'stranger',
    call: list,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'call.not_a_member' },
  },
];
