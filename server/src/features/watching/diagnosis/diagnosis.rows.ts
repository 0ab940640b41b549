import type { Row } from '@matinee/testkit/contract-table.ts';

const own = 'RoomService.DiagnoseRoom';
const any = 'AdminService.DiagnoseRoom';
const nothingWrong = { diagnosis: { viewers: [], findings: [], silent_replicas: 0 } };

export const diagnosisRows: Row[] = [
  { name: '[DG3] the owner of a room sees how it is', as: 'owner', call: own, expect: { ok: nothingWrong } },
  { name: '[DG3] a member does not', as: 'member', call: own, expect: { error: 'call.missing_permission' } },
  { name: '[DG3] a stranger does not', as: 'stranger', call: own, expect: { error: 'call.not_a_member' } },
  {
    name: '[DG3] an administrator sees it in any room',
    as: 'keeper',
    call: any,
    request: (w) => ({ room_id: w.room }),
    expect: { ok: nothingWrong },
  },
  {
    name: '[DG3] there has to be a room',
    as: 'keeper',
    call: any,
    request: { room_id: `room_${'0'.repeat(26)}` },
    expect: { error: 'rooms.not_found' },
  },
  {
    name: '[DG3] its owner is no administrator',
    as: 'owner',
    call: any,
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'call.admin_only' },
  },
];
