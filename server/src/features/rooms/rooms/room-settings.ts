import { create, fromJson, type JsonValue, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import {
  AutoPlayMode,
  RoomControl,
  type RoomSettings,
  RoomSettingsSchema,
} from '@matinee/contract/gen/service/client/rooms_pb.ts';

/** Default values of settings. */
const defaults: MessageInitShape<typeof RoomSettingsSchema> = {
  allowGuests: false,
  requireApproval: false,
  automaticJoin: true,
  chatEnabled: true,
  voiceEnabled: true,
  p2pMediaEnabled: true,
  slowModeSeconds: 0,
  control: RoomControl.HOSTS,
  autoPlay: AutoPlayMode.SEQUENTIAL,
  autoPlayDelaySeconds: 0,
  waitSeconds: 8,
  waitQuorumPercent: 80,
  skipVotePercent: 0,
  keepEvenings: true,
  autoSkip: false,
  quietWhilePlaying: false,
  showProgress: false,
};

type RoleField = 'adminPermissions' | 'memberPermissions' | 'guestPermissions';
/** Settings with every default filled in. */
export type FullRoomSettings = RoomSettings & {
  [K in Exclude<keyof RoomSettings, RoleField | '$typeName' | '$unknown'>]-?: NonNullable<RoomSettings[K]>;
};

/**
 * Reads the stored form. `maxMembers` is the server's limit. It applies if the room sets none, and caps the room's own
 * limit.
 */
export function readRoomSettings(stored: JsonValue, maxMembers: number): FullRoomSettings {
  const own = fromJson(RoomSettingsSchema, stored, { ignoreUnknownFields: true });
  const { $typeName, $unknown, ...set } = own;
  const full = create(RoomSettingsSchema, { ...defaults, maxMembers, ...set });
  full.maxMembers = Math.min(full.maxMembers ?? maxMembers, maxMembers);
  return full as FullRoomSettings;
}

/** `stored` with the fields of `patch` replaced, in the stored form. */
export function patchRoomSettings(stored: JsonValue, patch: RoomSettings): JsonValue {
  return { ...(stored as object), ...(toJson(RoomSettingsSchema, patch) as object) };
}
