import { SharedSubtitlesService } from '@matinee/contract/gen/service/client/shared_subtitles_service_pb.ts';
import { handleMember, handleRoom } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeSharedSubtitles, type SharedSubtitlesParts, sharedSubtitlesKind } from './shared-subtitles.service.ts';
import { changeCreator } from './shared-subtitles.store.ts';

/** Subtitles that members give to everybody in the room. */
export function sharedSubtitlesFeature(parts: SharedSubtitlesParts): Feature {
  const service = makeSharedSubtitles(parts);
  const { method } = SharedSubtitlesService;
  return {
    name: 'shared-subtitles',
    personalData,
    tables: ['shared_subtitles'],
    reads: ['users'],
    bindings: [
      handleRoom(method.listSharedSubtitles, (_, call) => service.list(call.room.roomId)),
      handleMember(method.shareSubtitles, service.share),
      handleRoom(method.getSharedSubtitles, (request, call) => service.get(request, call.room.roomId)),
      handleMember(method.deleteSharedSubtitles, service.delete),
    ],
    resources: [{ case: 'sharedSubtitles', key: () => sharedSubtitlesKind, snapshot: service.snapshot }],
    onUserErased: (tx, userId, heirId) => changeCreator(tx.query(), userId, heirId),
  };
}
