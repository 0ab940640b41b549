import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'SeriesProgressService.GetSeriesProgress';

export const seriesProgressRows: Row[] = [
  {
    name: '[SPR2] while no series plays there is nothing to tell',
    as: 'member',
    call: get,
    expect: { ok: { series_progress: { series: '', episodes: 0, watched: 0 } } },
  },
  { name: '[SPR1] strangers are told nothing', as: 'stranger', call: get, expect: { error: 'call.not_a_member' } },
];
