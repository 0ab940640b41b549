import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import type { UpstreamClient } from '../../../drivers/upstream/upstream.ts';
import { handleConnection } from '../../../kernel/handler.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { peerOf } from '../../../realtime/gatherings/peers.ts';
import type { Database } from '../../../store/database.ts';
import type { Sessions } from '../../accounts/sessions/sessions.port.ts';
import type { Feature } from '../../feature.ts';
import { libraryErrors } from '../library/library.errors.ts';
import type { Library } from '../library/library.port.ts';
import { makeRelaySigner } from '../streams/relays/relay-signer.ts';
import { type GiverParts, Givers } from './givers.ts';
import { memberFileErrors } from './member-files.errors.ts';
import type { memberFilesSettings } from './member-files.settings.ts';
import { PassingOn, type PassingParts } from './passing-on.ts';
import { Pieces } from './pieces.ts';
import { withMemberFiles } from './reading.ts';
import { pieceRoutes } from './taking-pieces.ts';

interface Parts extends Omit<GiverParts, 'isOn'>, Omit<PassingParts, 'signer' | 'pieces'> {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly random: Random;
  readonly settings: SettingValues<typeof memberFilesSettings>;
  /** The server's secret, from which keys for addresses between processes are derived. */
  readonly secret: string;
  readonly metrics: { gauge(name: string, help: string, read: () => number): void };
}

/** Files that members serve to their rooms from their own disks. */
export function memberFilesFeature(parts: Parts): Feature & {
  /** Extends a film reader's `upstream`, so that it can also read such files. */
  readonly reading: (upstream: UpstreamClient) => UpstreamClient;
} {
  const { settings, clock, secret } = parts;
  const isOn = () => settings.enabled;
  const givers = new Givers({ ...parts, isOn });
  const pieces = new Pieces({ ...parts, givers });
  const passing = new PassingOn({ ...parts, pieces, signer: makeRelaySigner(secret, clock) });
  parts.metrics.gauge(
    'matinee_member_file_pages',
    'Pages that give files to rooms, by a connection here.',
    () => givers.part.ownCount,
  );
  return {
    name: 'member-files',
    reading: (upstream) => withMemberFiles(upstream, { pieces, isOn }),
    bindings: [
      handleConnection(
        RoomService.method.giveMemberFiles,
        async ({ mediaIds }, { room: { roomId }, principal, connection }) => {
          if (!isOn()) throw memberFileErrors.switched_off();
          if (mediaIds.length > settings.maxPerPage) throw memberFileErrors.too_many();
          const userId = principal.kind === 'user' ? principal.userId : undefined;
          for (const mediaId of mediaIds) await requireOwn(parts, roomId, mediaId, userId);
          await givers.give(roomId, peerOf(principal, connection.connectionId), connection, mediaIds);
          return {};
        },
      ),
    ],
    resources: [givers.resource],
    byteRoutes: pieceRoutes({ ...parts, pieces, passing }),
    parts: [
      givers.part,
      { name: 'pieces of files of members', start: async () => passing.start(), stop: async () => passing.stop() },
    ],
  };
}

/** @throws AppError `library.media_not_found`, `member_files.not_yours` */
async function requireOwn(
  { db, library }: Pick<Parts, 'db' | 'library'>,
  roomId: string,
  mediaId: string,
  userId: string | undefined,
): Promise<void> {
  const item = await library.findMedia(db, roomId, mediaId);
  if (!item) throw libraryErrors.media_not_found();
  const isTheirs = item.media.source?.source.case === 'memberFile' && item.media.creatorId === userId;
  if (!isTheirs) throw memberFileErrors.not_yours();
}
