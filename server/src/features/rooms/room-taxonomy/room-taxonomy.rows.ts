import type { JsonObject } from '@bufbuild/protobuf';
import { refused, works } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';

const upsertCategory = 'AdminService.UpsertRoomCategory';
const upsertLabel = 'AdminService.UpsertRoomLabel';
const noCategory = `cat_${'0'.repeat(26)}`;
const noLabel = `lab_${'0'.repeat(26)}`;

export const roomTaxonomyRows: Row[] = [
  refused('[TX1] a user makes no category', 'owner', upsertCategory, { name: 'Films' }, 'call.admin_only'),
  works(
    '[TX1] [TX2] an administrator makes one',
    'keeper',
    upsertCategory,
    (w) => ({ name: ` Films of ${w.owner.username} `, names: { de: 'Filme', 'pt-BR': 'Filmes' }, position: 3 }),
    (w) => ({ category: { name: `Films of ${w.owner.username}`, names: { de: 'Filme' }, position: 3, version: 1 } }),
    { category: 'category.id' },
  ),
  works('[TX1] and another', 'keeper', upsertCategory, { name: 'Series', position: 4 }, {}, { series: 'category.id' }),
  ...['', ' ', 'x'.repeat(51), 'two\nlines', '\u202e', 'zero\u200bwidth'].map((name) =>
    refused(
      `[TX2] ${JSON.stringify(name.slice(0, 12))} is no name of a category`,
      'keeper',
      upsertCategory,
      { name },
      'call.invalid_request',
    ),
  ),
  ...(
    [
      { names: { German: 'Filme' } },
      { names: { de: '' } },
      { position: -1 },
      { position: 10_001 },
    ] satisfies JsonObject[]
  ).map((values) =>
    refused(
      `[TX2] ${JSON.stringify(values)} is refused`,
      'keeper',
      upsertCategory,
      { name: 'Films', ...values },
      'call.invalid_request',
    ),
  ),
  works(
    '[TX3] a category is changed',
    'keeper',
    upsertCategory,
    (w) => ({ category_id: w.kept.category!, name: '<b>Films</b>', expected_version: 1 }),
    { category: { name: '<b>Films</b>', names: {}, version: 2 } },
  ),
  refused(
    '[TX3] not on an older version',
    'keeper',
    upsertCategory,
    (w) => ({ category_id: w.kept.category!, name: 'Movies', expected_version: 1 }),
    'room_taxonomy.version_conflict',
  ),
  refused(
    'a category that is changed exists',
    'keeper',
    upsertCategory,
    { category_id: noCategory, name: 'x' },
    'room_taxonomy.category_not_found',
  ),

  refused('[TX1] a user makes no label', 'owner', upsertLabel, { name: 'New', color: '#ff0000' }, 'call.admin_only'),
  works(
    '[TX1] [TX2] a label has a colour',
    'keeper',
    upsertLabel,
    { name: 'New', color: '#FF8800', names: { de: 'Neu' } },
    { label: { name: 'New', color: '#ff8800', category_id: '', version: 1 } },
    { label: 'label.id' },
  ),
  ...['', 'red', '#fff', '#ff88001', '#ff880g', 'url(x)'].map((color) =>
    refused(
      `[TX2] ${JSON.stringify(color)} is no colour`,
      'keeper',
      upsertLabel,
      { name: 'New', color },
      'call.invalid_request',
    ),
  ),
  works(
    '[TX5] and may be of a category',
    'keeper',
    upsertLabel,
    (w) => ({ name: 'Pilot', color: '#0088ff', category_id: w.kept.series!, position: 2 }),
    (w) => ({ label: { category_id: w.kept.series! } }),
    { pilot: 'label.id' },
  ),
  refused(
    '[TX5] that exists',
    'keeper',
    upsertLabel,
    { name: 'Lost', color: '#0088ff', category_id: noCategory },
    'room_taxonomy.unknown_category',
  ),
  works(
    '[TX3] a label is changed',
    'keeper',
    upsertLabel,
    (w) => ({ label_id: w.kept.label!, name: 'Fresh', color: '#00ff00', expected_version: 1 }),
    { label: { name: 'Fresh', color: '#00ff00', version: 2 } },
  ),
  refused(
    '[TX3] not on an older version',
    'keeper',
    upsertLabel,
    (w) => ({ label_id: w.kept.label!, name: 'Old', color: '#00ff00', expected_version: 1 }),
    'room_taxonomy.version_conflict',
  ),
  refused(
    'a label that is changed exists',
    'keeper',
    upsertLabel,
    { label_id: noLabel, name: 'x', color: '#000000' },
    'room_taxonomy.label_not_found',
  ),

  {
    ...works(
      '[TX4] a room is made with a category and labels',
      'owner',
      'UserService.CreateRoom',
      (w) => ({ name: 'Marked', category_id: w.kept.series!, label_ids: [w.kept.pilot!, w.kept.label!] }),
      (w) => ({ room: { category_id: w.kept.series!, label_ids: [w.kept.pilot!, w.kept.label!] } }),
    ),
    keep: { marked: 'room.id' },
  },
  refused(
    '[TX4] both exist',
    'owner',
    'UserService.CreateRoom',
    { name: 'Marked', category_id: noCategory },
    'room_taxonomy.unknown_category',
  ),
  refused(
    '[TX4] the labels too',
    'owner',
    'UserService.CreateRoom',
    { name: 'Marked', label_ids: [noLabel] },
    'room_taxonomy.unknown_label',
  ),
  refused(
    '[TX4] each label once',
    'owner',
    'UserService.CreateRoom',
    (w) => ({ name: 'Marked', label_ids: [w.kept.label!, w.kept.label!] }),
    'call.invalid_request',
  ),
  refused(
    '[TX4] and up to five',
    'owner',
    'UserService.CreateRoom',
    { name: 'Marked', label_ids: ['a', 'b', 'c', 'd', 'e', 'f'] },
    'call.invalid_request',
  ),
  refused(
    '[TX5] a label of another category does not fit',
    'owner',
    'RoomService.UpdateRoomSettings',
    (w) => ({ settings: {}, labels: { ids: [w.kept.pilot!] } }),
    'room_taxonomy.label_of_another_category',
  ),
  works(
    '[TX4] whoever manages a room chooses too',
    'admin',
    'RoomService.UpdateRoomSettings',
    (w) => ({ settings: {}, category_id: w.kept.series!, labels: { ids: [w.kept.pilot!] } }),
    { version: 2 },
  ),
  works(
    '[TX4] the rest stays',
    'admin',
    'RoomService.UpdateRoomSettings',
    { settings: {}, description: 'On Fridays' },
    { version: 3 },
  ),
  works('[TX4] members see it', 'member', 'UserService.GetRoom', {}, (w) => ({
    room: { category_id: w.kept.series!, label_ids: [w.kept.pilot!] },
  })),
  refused(
    '[TX4] and do not change it',
    'member',
    'RoomService.UpdateRoomSettings',
    { settings: {}, category_id: '' },
    'call.missing_permission',
  ),
  refused(
    '[TX4] a user does not mark rooms of others',
    'owner',
    'AdminService.UpdateRoomTaxonomy',
    (w) => ({ room_id: w.room }),
    'call.admin_only',
  ),
  works(
    '[TX4] [TX5] an administrator does; labels that do not fit the category go',
    'keeper',
    'AdminService.UpdateRoomTaxonomy',
    (w) => ({ room_id: w.room, category_id: w.kept.category! }),
    (w) => ({ room: { room: { category_id: w.kept.category!, label_ids: [] } } }),
  ),
  refused(
    '[TX4] a room that is marked exists',
    'keeper',
    'AdminService.UpdateRoomTaxonomy',
    { room_id: `room_${'0'.repeat(26)}`, category_id: '' },
    'rooms.not_found',
  ),
  works(
    '[DI5] the feed is narrowed to a category',
    'stranger',
    'UserService.DiscoverRooms',
    (w) => ({ category_id: w.kept.category! }),
    (w) => ({ featured_rooms: [], rooms: [{ room: { id: w.room } }], total: 1 }),
  ),
  works(
    '[DI5] and to labels',
    'anonymous',
    'UserService.DiscoverRooms',
    (w) => ({ label_ids: [w.kept.label!, w.kept.pilot!], search: 'arke' }),
    (w) => ({ featured_rooms: [], rooms: [{ room: { id: w.kept.marked! } }], total: 1 }),
  ),
  works(
    '[DI5] no room has a category that does not exist',
    'anonymous',
    'UserService.DiscoverRooms',
    { category_id: "'; drop table rooms --" },
    { rooms: [], total: 0 },
  ),

  works('[TX1] everybody lists categories', 'anonymous', 'RoomService.ListRoomCategories', {}, {}),
  works('[TX1] and labels', 'anonymous', 'RoomService.ListRoomLabels', {}, {}),
  refused('a user does not count', 'owner', 'AdminService.ListRoomCategories', {}, 'call.admin_only'),
  works('administrators see how many rooms have each', 'keeper', 'AdminService.ListRoomCategories', {}, {}),
  works('and each label', 'keeper', 'AdminService.ListRoomLabels', {}, {}),

  refused(
    '[TX3] nor deleted on an older version',
    'keeper',
    'AdminService.DeleteRoomCategory',
    (w) => ({ category_id: w.kept.series!, expected_version: 7 }),
    'room_taxonomy.version_conflict',
  ),
  works(
    '[TX6] a category is deleted',
    'keeper',
    'AdminService.DeleteRoomCategory',
    (w) => ({ category_id: w.kept.series! }),
    {},
  ),
  refused(
    '[TX6] once',
    'keeper',
    'AdminService.DeleteRoomCategory',
    (w) => ({ category_id: w.kept.series! }),
    'room_taxonomy.category_not_found',
  ),
  works(
    '[TX6] its rooms have none, and keep the labels',
    'owner',
    'UserService.GetRoomDiscovery',
    (w) => ({ room_id: w.kept.marked! }),
    (w) => ({
      room: { room: { category_id: '', label_ids: [w.kept.pilot!, w.kept.label!] } },
    }),
  ),
  works('[TX6] a label is deleted', 'keeper', 'AdminService.DeleteRoomLabel', (w) => ({ label_id: w.kept.pilot! }), {}),
  refused(
    '[TX6] a deleted label is gone',
    'keeper',
    'AdminService.DeleteRoomLabel',
    (w) => ({ label_id: w.kept.pilot! }),
    'room_taxonomy.label_not_found',
  ),
  works(
    '[TX6] also from its rooms',
    'owner',
    'UserService.GetRoomDiscovery',
    (w) => ({ room_id: w.kept.marked! }),
    (w) => ({
      room: { room: { label_ids: [w.kept.label!] } },
    }),
  ),
];
