import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { SuggestionsService } from '@matinee/contract/gen/service/client/suggestions_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { suggestionsKind } from './suggestion-events.ts';
import { makeSuggestions, type SuggestionsParts } from './suggestions.service.ts';

/** Members suggest films, and members who may add items accept them into a playlist. */
export function suggestionsFeature(parts: SuggestionsParts): Feature {
  const service = makeSuggestions(parts);
  const { method } = SuggestionsService;
  return {
    name: 'suggestions',
    personalData,
    tables: ['suggestions'],
    reads: ['room_members', 'users'],
    bindings: [
      handleMember(method.listSuggestions, (_, call) => service.list(call.room.roomId)),
      handleMember(method.suggestMedia, service.suggest),
      handleMember(method.takeSuggestion, service.take),
      handleMember(method.drawSuggestion, service.draw),
      handleMember(method.deleteSuggestion, service.delete),
    ],
    resources: [
      {
        case: 'suggestions',
        permission: Permission.BROWSE_LIBRARY,
        membersOnly: true,
        key: () => suggestionsKind,
        snapshot: service.snapshot,
      },
    ],
  };
}
