import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handle, handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { makeCategories, makeLabels, makeTaxonomyLists, type TaxonomyParts } from './room-taxonomy.service.ts';

export function roomTaxonomyFeature(parts: TaxonomyParts): Feature {
  const lists = makeTaxonomyLists(parts);
  const categories = makeCategories(parts);
  const labels = makeLabels(parts);
  const admin = AdminService.method;
  return {
    name: 'room-taxonomy',
    tables: ['room_categories', 'room_category_links', 'room_label_links', 'room_labels'],
    bindings: [
      handle(RoomService.method.listRoomCategories, () => lists.categories()),
      handle(RoomService.method.listRoomLabels, () => lists.labels()),
      handleAdmin(admin.listRoomCategories, () => lists.countedCategories()),
      handleAdmin(admin.upsertRoomCategory, (request, call) => categories.upsert(request, call)),
      handleAdmin(admin.deleteRoomCategory, (request, call) => categories.delete(request, call)),
      handleAdmin(admin.listRoomLabels, () => lists.countedLabels()),
      handleAdmin(admin.upsertRoomLabel, (request, call) => labels.upsert(request, call)),
      handleAdmin(admin.deleteRoomLabel, (request, call) => labels.delete(request, call)),
    ],
  };
}
