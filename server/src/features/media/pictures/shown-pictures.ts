/** Pictures of users, rooms, playlists and items: the calls that upload, show and clear them. [FI55]–[FI59] */
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { UserService } from '@matinee/contract/gen/service/client/user_service_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Binding, handle, handleMember, handleUser } from '../../../kernel/handler.ts';
import type { Database } from '../../../store/database.ts';
import { toUser, type Users } from '../../accounts/users/users.port.ts';
import type { ChoosePicture } from '../../files/files/pictures.port.ts';
import type {
  PictureKind,
  PictureUploads,
  SessionFields,
  Target,
  UploadRequest,
} from '../../files/files/uploads.port.ts';
import type { Members } from '../../rooms/members/members.port.ts';
import type { RoomCare } from '../../rooms/rooms/rooms.port.ts';
import type { LibraryPictures } from '../library/library.port.ts';

/** The owners of pictures, and the uploads of pictures. */
export interface PictureParts {
  readonly db: Database;
  readonly pictureUploads: PictureUploads;
  readonly users: Pick<Users, 'showAvatar'>;
  readonly members: Pick<Members, 'tellChanged'>;
  readonly rooms: Pick<RoomCare, 'showCover' | 'toRoom'>;
  readonly libraryPictures: LibraryPictures;
}

type Parts = PictureParts;
type RoomCall = Call<UserPrincipal, RoomStanding>;

const nothing: Target = { room_id: null, playlist_id: null, media_id: null };
/** Chooses no picture. */
const none: ChoosePicture = async () => null;

export function shownPictureBindings(parts: Parts): Binding[] {
  return [...avatarBindings(parts), ...roomBindings(parts), ...playlistBindings(parts), ...mediaBindings(parts)];
}

type Reference = 'avatarReference' | 'coverReference' | 'thumbnailReference';

async function begin(
  { pictureUploads }: Parts,
  reference: Reference,
  kind: PictureKind,
  ownerId: string,
  target: Target,
  request: UploadRequest,
): Promise<SessionFields> {
  const { id, session } = await pictureUploads.begin({ kind, ownerId, target }, request);
  return id === undefined ? session : { ...session, [reference]: { id } };
}

const completing =
  ({ pictureUploads }: Parts, reference: Reference, kind: PictureKind) =>
  async (
    ...[request, { principal }]: Parameters<
      Parameters<typeof handle<typeof completeMethod.input, typeof completeMethod.output>>[1]
    >
  ) => ({
    [reference]: { id: await pictureUploads.complete(kind, request, principal) },
  });
const completeMethod = UserService.method.completeUserAvatarUploadSession;

function avatarBindings(parts: Parts): Binding[] {
  const { db, pictureUploads, users, members } = parts;
  const { method } = UserService;
  const show = (userId: string, choose: ChoosePicture) => showAvatar({ db, users, members }, userId, choose);
  return [
    handleUser(method.createUserAvatarUploadSession, (request, { principal }) =>
      begin(parts, 'avatarReference', 'user_avatar', principal.userId, nothing, request),
    ),
    handle(method.completeUserAvatarUploadSession, completing(parts, 'avatarReference', 'user_avatar')),
    handleUser(method.updateUserAvatar, ({ avatarReference }, { principal: { userId } }) =>
      show(
        userId,
        pictureUploads.choose({ kind: 'user_avatar', ownerId: userId, target: nothing }, avatarReference?.id),
      ),
    ),
    handleUser(method.clearUserAvatar, (_, { principal }) => show(principal.userId, none)),
  ];
}

async function showAvatar(
  { db, users, members }: Pick<Parts, 'users' | 'members'> & { readonly db: Database },
  userId: string,
  choose: ChoosePicture,
) {
  return db.write(async (tx) => {
    const row = await users.showAvatar(tx, userId, choose);
    await members.tellChanged(tx, userId);
    return { user: toUser(row) };
  });
}

function roomBindings(parts: Parts): Binding[] {
  const { db, rooms } = parts;
  const { method } = RoomService;
  const targetOf = ({ room }: RoomCall): Target => ({ ...nothing, room_id: room.roomId });
  const show = ({ room }: RoomCall, choose: ChoosePicture) =>
    db.write(async (tx) => ({ room: rooms.toRoom(await rooms.showCover(tx, room.roomId, choose)) }));
  return [
    handleMember(method.createRoomCoverUploadSession, (request, call) =>
      begin(parts, 'coverReference', 'room_cover', call.principal.userId, targetOf(call), request),
    ),
    handle(method.completeRoomCoverUploadSession, completing(parts, 'coverReference', 'room_cover')),
    handleMember(method.updateRoomCover, ({ coverReference }, call) =>
      show(
        call,
        parts.pictureUploads.choose(
          { kind: 'room_cover', ownerId: call.principal.userId, target: targetOf(call) },
          coverReference?.id,
        ),
      ),
    ),
    handleMember(method.clearRoomCover, (_, call) => show(call, none)),
  ];
}

function playlistBindings(parts: Parts): Binding[] {
  const { pictureUploads, libraryPictures } = parts;
  const { method } = RoomService;
  const name = 'playlist_cover';
  const targetOf = ({ room }: RoomCall, playlistId: string): Target => ({
    ...nothing,
    room_id: room.roomId,
    playlist_id: playlistId,
  });
  return [
    handleMember(method.createPlaylistCoverUploadSession, async (request, call) => {
      await libraryPictures.requireOwnPlaylist(call, request.playlistId);
      const target = targetOf(call, request.playlistId);
      return begin(parts, 'coverReference', name, call.principal.userId, target, request);
    }),
    handle(method.completePlaylistCoverUploadSession, completing(parts, 'coverReference', name)),
    handleMember(method.updatePlaylistCover, (request, call) => {
      const target = targetOf(call, request.playlistId);
      const choose = pictureUploads.choose(
        { kind: name, ownerId: call.principal.userId, target },
        request.coverReference?.id,
      );
      return libraryPictures.showPlaylistCover(call, request, choose);
    }),
    handleMember(method.clearPlaylistCover, (request, call) => libraryPictures.showPlaylistCover(call, request, none)),
  ];
}

function mediaBindings(parts: Parts): Binding[] {
  const { pictureUploads, libraryPictures } = parts;
  const { method } = RoomService;
  const targetOf = ({ room }: RoomCall, mediaId: string): Target => ({
    ...nothing,
    room_id: room.roomId,
    media_id: mediaId,
  });
  type Request = UploadRequest & { readonly mediaId: string };
  const create = (name: PictureKind, reference: Reference) => async (request: Request, call: RoomCall) => {
    await libraryPictures.requireOwnMedia(call, request.mediaId);
    return begin(parts, reference, name, call.principal.userId, targetOf(call, request.mediaId), request);
  };
  const choose = (name: PictureKind, call: RoomCall, mediaId: string, reference: { readonly id: string } | undefined) =>
    pictureUploads.choose(
      { kind: name, ownerId: call.principal.userId, target: targetOf(call, mediaId) },
      reference?.id,
    );
  return [
    handleMember(method.createMediaCoverUploadSession, create('media_cover', 'coverReference')),
    handle(method.completeMediaCoverUploadSession, completing(parts, 'coverReference', 'media_cover')),
    handleMember(method.updateMediaCover, (request, call) =>
      libraryPictures.showMediaPicture(
        call,
        request,
        'cover',
        choose('media_cover', call, request.mediaId, request.coverReference),
      ),
    ),
    handleMember(method.clearMediaCover, (request, call) =>
      libraryPictures.showMediaPicture(call, request, 'cover', none),
    ),
    handleMember(method.createMediaThumbnailUploadSession, create('media_thumbnail', 'thumbnailReference')),
    handle(method.completeMediaThumbnailUploadSession, completing(parts, 'thumbnailReference', 'media_thumbnail')),
    handleMember(method.updateMediaThumbnail, (request, call) => {
      const chosen = choose('media_thumbnail', call, request.mediaId, request.thumbnailReference);
      return libraryPictures.showMediaPicture(call, request, 'uploaded_thumbnail', chosen);
    }),
    handleMember(method.clearMediaThumbnail, (request, call) =>
      libraryPictures.showMediaPicture(call, request, 'uploaded_thumbnail', none),
    ),
  ];
}
