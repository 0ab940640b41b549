import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import { handle, handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type DiscoveryParts, makeDiscovery } from './discovery.service.ts';
import { type FeaturedParts, makeFeatured } from './featured.service.ts';
import { type ListedWordParts, makeListedWords } from './listed-words.ts';

export function discoveryFeature(parts: DiscoveryParts & FeaturedParts & ListedWordParts): Feature {
  const featured = makeFeatured(parts);
  const discovery = makeDiscovery(parts, featured);
  const admin = AdminService.method;
  return {
    name: 'discovery',
    tables: ['featured_rooms', 'featured_rooms_version', 'listed_room_counts', 'listed_rooms', 'listed_words'],
    reads: ['room_category_links', 'room_label_links', 'rooms', 'users'],
    parts: [makeListedWords(parts)],
    bindings: [
      handle(UserService.method.discoverRooms, (request, call) => discovery.discover(request, call.principal)),
      handleAdmin(admin.listFeaturedRooms, () => featured.list()),
      handleAdmin(admin.setFeaturedRooms, (request, call) => featured.set(request, call)),
    ],
  };
}
