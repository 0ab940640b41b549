import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { RoomPasswordPolicy } from '@matinee/contract/gen/service/client/server_pb.ts';
import type { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Config } from '../../../kernel/config/config-keys.ts';
import { handle } from '../../../kernel/handler.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { oauth2Settings } from '../../accounts/oauth2/oauth2.settings.ts';
import type { sessionSettings } from '../../accounts/sessions/sessions.settings.ts';
import type { Feature } from '../../feature.ts';
import type { catalogueSettings } from '../../media/film-catalogue/film-catalogue.settings.ts';
import type { srtSettings } from '../../media/srt/srt.settings.ts';
import type { whipSettings } from '../../media/whip/whip.settings.ts';
import type { mailSettings } from '../../record/mail/mail.settings.ts';
import type { serverSettings } from '../../record/server-name/server.settings.ts';
import type { memberSettings } from '../../rooms/members/members.settings.ts';
import type { roomSettings } from '../../rooms/rooms/rooms.settings.ts';
import type { chatSettings } from '../../talk/chat/chat.settings.ts';

interface ServerParts {
  readonly clock: Clock;
  readonly config: Pick<Config, 'rtmp.address'>;
  readonly version: string;
  /** Enabled ways to sign in. */
  readonly loginMethods: () => readonly LoginMethod[];
  readonly settings: {
    readonly server: SettingValues<typeof serverSettings>;
    readonly sessions: SettingValues<typeof sessionSettings>;
    readonly rooms: SettingValues<typeof roomSettings>;
    readonly members: SettingValues<typeof memberSettings>;
    readonly oauth2: SettingValues<typeof oauth2Settings>;
    readonly chat: SettingValues<typeof chatSettings>;
    readonly mail: SettingValues<typeof mailSettings>;
    readonly filmCatalogue: SettingValues<typeof catalogueSettings>;
    readonly whip: SettingValues<typeof whipSettings>;
    readonly srt: SettingValues<typeof srtSettings>;
  };
}

const policies = {
  optional: RoomPasswordPolicy.OPTIONAL,
  required: RoomPasswordPolicy.REQUIRED,
  forbidden: RoomPasswordPolicy.FORBIDDEN,
};

/** Public facts about this server. */
export function serverFeature({ clock, config, version, settings, loginMethods }: ServerParts): Feature {
  const { server, sessions, rooms, members, chat, mail, oauth2 } = settings;
  return {
    name: 'server',
    bindings: [
      handle(PublicService.method.getServerInfo, async () => ({ name: server.name, version })),
      handle(PublicService.method.getPublicSettings, async () => ({
        serverName: server.name,
        passwordSignupEnabled: sessions.enablePasswordSignup,
        passwordSignupNeedsReview: sessions.passwordSignupNeedReview,
        guestsEnabled: sessions.enableGuest,
        roomCreationEnabled: rooms.allowRoomCreation && !rooms.disableCreateRoom,
        roomPasswordPolicy: policies[rooms.passwordPolicy],
        maxMembersPerRoom: members.maxMembersPerRoom,
        maxChatMessages: chat.maxChatMessages,
        passkeySignupEnabled: sessions.enableWebauthnSignup,
        passkeySignupNeedsReview: sessions.webauthnSignupNeedReview,
        emailSignupEnabled: sessions.enableEmailSignup && mail.enabled,
        emailSignupNeedsReview: sessions.emailSignupNeedReview,
        loginMethods: [...loginMethods()],
        instantSignupEnabled: sessions.enableInstantSignup,
        instantSignupNeedsReview: sessions.instantSignupNeedReview,
        instantRoomsEnabled:
          sessions.enableInstantSignup &&
          sessions.enableInstantRooms &&
          rooms.allowRoomCreation &&
          !rooms.disableCreateRoom,
        liveStreamsEnabled: config['rtmp.address'] !== undefined || settings.whip.enabled || settings.srt.enabled,
        filmCatalogueEnabled: settings.filmCatalogue.tmdbKey !== null,
        oauth2SignupEnabled: oauth2.providers.some(({ enableSignup }) => enableSignup),
      })),
      handle(PublicService.method.getServerTime, async ({ clientTimeMs }, call) => {
        const serverSentMs = clock.nowMs();
        return {
          clientTimeMs,
          serverReceivedMs: call.receivedAtMs,
          serverSentMs,
          serverTime: timestampFromDate(dateOf(serverSentMs)),
        };
      }),
    ],
  };
}
