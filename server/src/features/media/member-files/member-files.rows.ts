import type { Row } from '@matinee/testkit/contract-table.ts';

const give = 'RoomService.GiveMemberFiles';
const file = { file_name: 'evening.mp4', size_bytes: 9, fingerprint: 'ef'.repeat(32) };

export const memberFilesRows: Row[] = [
  {
    name: 'a file on the disk of a member is added',
    as: 'member',
    call: 'RoomService.AddMedia',
    request: { source: { member_file: file } },
    keep: { givenFile: 'media.id' },
    expect: { ok: {} },
  },
  {
    name: '[MFL1] and given',
    as: 'member',
    call: give,
    request: (w) => ({ media_ids: [w.kept['givenFile']!] }),
    expect: { ok: {} },
  },
  {
    name: '[MFL1] but by nobody else',
    as: 'owner',
    call: give,
    request: (w) => ({ media_ids: [w.kept['givenFile']!] }),
    expect: { error: 'member_files.not_yours' },
  },
  {
    name: '[MFL1] an item that is not there is not given',
    as: 'member',
    call: give,
    request: { media_ids: ['med_00000000000000000000000000'] },
    expect: { error: 'library.media_not_found' },
  },
  {
    name: '[MFL7] a page gives some files at most',
    as: 'member',
    call: give,
    request: { media_ids: [1, 2, 3, 4, 5].map((n) => `med_0000000000000000000000000${n}`) },
    expect: { error: 'member_files.too_many' },
  },
  {
    name: '[MFL1] nothing is given any more',
    as: 'member',
    call: give,
    request: {},
    expect: { ok: {} },
  },
  {
    name: 'a stranger gives nothing',
    as: 'stranger',
    call: give,
    request: {},
    expect: { error: 'call.not_a_member' },
  },
];
