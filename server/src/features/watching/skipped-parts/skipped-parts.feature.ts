import { SkippedPartsService } from '@matinee/contract/gen/service/client/skipped_parts_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { playbackKind } from '../playback/playback.port.ts';
import { skippedPartsKind } from './parts-reader.ts';
import { makeSkippedParts, type SkippedPartsParts } from './skipped-parts.service.ts';
import { deletingPlan } from './skipped-parts.store.ts';

/** Openings, recaps and credits of the current item, from chapters and from the room's marks for the series. */
export function skippedPartsFeature(parts: SkippedPartsParts): Feature {
  const service = makeSkippedParts(parts);
  const { method } = SkippedPartsService;
  return {
    name: 'skipped-parts',
    tables: ['series_marks', 'skip_plans'],
    bindings: [
      handleMember(method.getSkippedParts, (_, call) => service.get(call.room.roomId)),
      handleMember(method.markPart, service.mark),
      handleMember(method.erasePartMark, service.erase),
      handleMember(method.keepPart, service.keep),
    ],
    onItemChanged: (tx, roomId) => tx.finish(deletingPlan(tx.query(), roomId)),
    resources: [
      {
        case: 'skippedParts',
        membersOnly: true,
        follows: (kind) => kind === playbackKind,
        key: () => skippedPartsKind,
        snapshot: service.snapshot,
      },
    ],
  };
}
