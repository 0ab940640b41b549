import type { Row } from '@matinee/testkit/contract-table.ts';

const get = 'ChannelGuidesService.GetChannelGuide';

export const channelGuidesRows: Row[] = [
  {
    name: '[CG1] items that are no channels have no guide',
    as: 'member',
    call: get,
    request: (w) => ({ media_ids: [w.media, w.otherMedia] }),
    expect: { ok: { channels: [] } },
  },
  {
    name: '[CG1] at least one item must be named',
    as: 'member',
    call: get,
    request: { media_ids: [] },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[CG1] strangers ask nothing',
    as: 'stranger',
    call: get,
    request: (w) => ({ media_ids: [w.media] }),
    expect: { error: 'call.not_a_member' },
  },
];
