import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ChatAttachmentReferenceKind,
  type ChatAttachmentReferenceSchema,
} from '@matinee/contract/gen/service/client/files_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { Images } from '../../../drivers/images/images.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Binding, handle, handleMember, handleOperator } from '../../../kernel/handler.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeAtOnce } from '../../../kernel/queues/at-once.ts';
import type { Random } from '../../../kernel/random.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { OwnFile } from '../../../store/personal-data.ts';
import type { Feature } from '../../feature.ts';
import { makeChatFiles } from './attachments/chat-files.ts';
import { makeDatabaseBackend } from './backends/database-backend.ts';
import type { FileBackend } from './backends/file-backend.ts';
import { filesErrors } from './files.errors.ts';
import type { ChatFiles } from './files.port.ts';
import type { filesSettings } from './files.settings.ts';
import { changeOwner } from './files.store.ts';
import { type FileKindName, fileKinds } from './kinds.ts';
import type { MadePictures } from './made-pictures.port.ts';
import { moveFiles } from './moving/move-files.service.ts';
import { makeOrphans } from './orphans/orphans.service.ts';
import { personalData } from './personal-data.ts';
import { makeMadePictures } from './pictures/made-pictures.ts';
import { makePictureFiles } from './pictures/picture-files.ts';
import { makeStripping } from './pictures/stripping.ts';
import { makeVariants } from './pictures/variants.service.ts';
import { makeRecordedFiles } from './recorded/recorded-files.ts';
import type { RecordedFiles } from './recorded-files.port.ts';
import type { ReadingParts } from './serving/may-read.ts';
import { type ObjectParts, objectRoute } from './serving/object-routes.ts';
import { readOwnFiles } from './serving/own-files.ts';
import { makePictureUploads } from './shown/picture-uploads.ts';
import { makeFileTokens } from './tokens.ts';
import { beginUpload } from './uploads/begin-upload.service.ts';
import { completeUpload } from './uploads/complete-upload.service.ts';
import type { Backends } from './uploads/parts.ts';
import { mostParts } from './uploads/put-part.service.ts';
import type { PictureUploads } from './uploads.port.ts';

const collectingPeriodMs = 600_000;

export interface FilesParts extends Pick<ReadingParts, 'sessions'> {
  readonly members: ReadingParts['members'];
  readonly images: Images;
  /** Folder for pictures while they are processed. */
  readonly pictureFolder: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Log;
  readonly settings: SettingValues<typeof filesSettings>;
  /** The server's secret, from which the keys of tokens are derived. */
  readonly secret: string;
  /** The object store, if one is configured. */
  readonly objects: FileBackend | undefined;
  /** Names of the backends that take new files of each kind. */
  readonly places: Readonly<Record<FileKindName, string>>;
}

/** The parts of files that other features use. */
interface FilesUses {
  readonly chatFiles: ChatFiles;
  readonly pictureUploads: PictureUploads;
  readonly recordedFiles: RecordedFiles;
  readonly madePictures: MadePictures;
  /** The files that a person uploaded. */
  readonly ownFiles: (userId: string) => AsyncIterable<OwnFile>;
}

export function filesFeature(given: FilesParts): Feature & FilesUses {
  const database = makeDatabaseBackend(given);
  const backends = backendsOf(given, database);
  const onDisk = makePictureFiles(given.pictureFolder, given.random);
  const variants = makeVariants({ ...given, backends, files: onDisk });
  const stripping = makeStripping({ ...given, backends, files: onDisk });
  const tokens = makeFileTokens(given.secret, given.clock);
  const partsAtOnce = makeAtOnce(mostParts, () => filesErrors.too_many_uploads({ retryAfterSeconds: 1 }));
  const parts: ObjectParts = { ...given, tokens, backends, stripping, variants, partsAtOnce };
  return {
    name: 'files',
    personalData,
    tables: [
      'file_contents',
      'file_parts',
      'file_removals',
      'file_segments',
      'file_uploads',
      'file_variant_jobs',
      'file_variants',
      'files',
    ],
    bindings: [...attachmentBindings(parts), movingBinding(given, backends)],
    byteRoutes: Object.values(fileKinds).map((kind) => objectRoute(parts, kind)),
    onUserErased: (tx, userId, heirId) => changeOwner(tx.query(), userId, heirId),
    parts: [collecting(parts, () => database.cleanAttempts()), variants.part],
    chatFiles: makeChatFiles(parts),
    pictureUploads: makePictureUploads(parts),
    recordedFiles: makeRecordedFiles(parts),
    madePictures: makeMadePictures({ ...parts, images: given.images, files: onDisk }),
    ownFiles: (userId) => readOwnFiles(parts, userId),
  };
}

function backendsOf({ objects, places }: FilesParts, database: FileBackend): Backends {
  const known = objects ? [database, objects] : [database];
  const named = (name: string) => {
    const found = known.find((backend) => backend.name === name);
    if (!found) throw new Error(`no backend for files is named ${name}`);
    return found;
  };
  return { of: ({ name }) => named(places[name]), named };
}

function movingBinding(parts: FilesParts, { named }: Backends): Binding {
  const places = Object.entries(parts.places).map(([kind, backend]) => ({ kind, backend }));
  return handleOperator(ManagementService.method.moveFiles, async ({ afterId }) => {
    const { failures, ...moved } = await moveFiles({ ...parts, places, named }, afterId);
    return { ...moved, failures: [...failures] };
  });
}

function attachmentBindings(parts: ObjectParts): Binding[] {
  const { method } = RoomService;
  const kind = fileKinds.chat_attachment;
  const referenceTo = (id: string): MessageInitShape<typeof ChatAttachmentReferenceSchema> => ({
    kind: ChatAttachmentReferenceKind.UPLOAD,
    id,
  });
  return [
    handleMember(method.createChatAttachmentUploadSession, async (request, { room, principal }) => {
      const target = { room_id: room.roomId, playlist_id: null, media_id: null };
      const { id, session } = await beginUpload(parts, { kind, ownerId: principal.userId, target, request });
      return id === undefined ? session : { ...session, attachmentReference: referenceTo(id) };
    }),
    handle(method.completeChatAttachmentUploadSession, async (request, { principal }) => ({
      attachmentReference: referenceTo(await completeUpload(parts, kind, request, principal)),
    })),
  ];
}

/** Frees unused bytes. */
function collecting(parts: ObjectParts, cleanAttempts: () => Promise<void>): Part {
  const orphans = makeOrphans(parts);
  return makeWorker({
    name: 'freeing of unused files',
    clock: parts.clock,
    log: parts.log,
    periodMs: collectingPeriodMs,
    work: () => Promise.all([orphans.collect(), cleanAttempts()]),
    runsAtStart: false,
  });
}
