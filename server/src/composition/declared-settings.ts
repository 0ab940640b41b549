import { oauth2Settings } from '../features/accounts/oauth2/oauth2.settings.ts';
import { sessionSettings } from '../features/accounts/sessions/sessions.settings.ts';
import { filesSettings } from '../features/files/files/files.settings.ts';
import { artworkSettings } from '../features/media/artwork/artwork.settings.ts';
import { catalogueSettings } from '../features/media/film-catalogue/film-catalogue.settings.ts';
import { memberFilesSettings } from '../features/media/member-files/member-files.settings.ts';
import { providerSettings } from '../features/media/providers/providers.settings.ts';
import { proxySettings } from '../features/media/proxy/proxy.settings.ts';
import { pullSettings } from '../features/media/pull/pull.settings.ts';
import { recordingSettings } from '../features/media/recordings/recordings.settings.ts';
import { srtSettings } from '../features/media/srt/srt.settings.ts';
import { streamSettings } from '../features/media/streams/streams.settings.ts';
import { whepSettings } from '../features/media/whep/whep.settings.ts';
import { whipSettings } from '../features/media/whip/whip.settings.ts';
import { mailSettings } from '../features/record/mail/mail.settings.ts';
import { serverSettings } from '../features/record/server-name/server.settings.ts';
import { memberSettings } from '../features/rooms/members/members.settings.ts';
import { roomSettingRules, roomSettings } from '../features/rooms/rooms/rooms.settings.ts';
import { chatSettings } from '../features/talk/chat/chat.settings.ts';
import { voiceSettings } from '../features/talk/voice/voice.settings.ts';
import { watchedSettings } from '../features/watching/watched/watched.settings.ts';
import type { SettingKey } from '../kernel/settings/setting-keys.ts';
import {
  type SettingDeclarations,
  type SettingRule,
  SettingsRegistry,
  type SettingValues,
} from '../kernel/settings/settings.ts';

/** Settings that affect the rights of members and guests in a room. */
export const standingSettings = [sessionSettings.enableGuest, ...Object.values(memberSettings)].map(({ key }) => key);

/**
 * The settings that each feature declares, in the order in which people see them. If no feature declares a setting of
 * the contract, this does not compile, and the compiler's error names the setting.
 */
const declared = everySetting({
  server: serverSettings,
  sessions: sessionSettings,
  rooms: roomSettings,
  watched: watchedSettings,
  members: memberSettings,
  chat: chatSettings,
  mail: mailSettings,
  oauth2: oauth2Settings,
  voice: voiceSettings,
  streams: streamSettings,
  pull: pullSettings,
  recordings: recordingSettings,
  whep: whepSettings,
  whip: whipSettings,
  srt: srtSettings,
  memberFiles: memberFilesSettings,
  artwork: artworkSettings,
  proxy: proxySettings,
  providers: providerSettings,
  filmCatalogue: catalogueSettings,
  files: filesSettings,
});

type KeyIn<D extends Readonly<Record<string, SettingDeclarations>>> = {
  [Feature in keyof D]: D[Feature][keyof D[Feature]]['key'];
}[keyof D];

type Undeclared<D extends Readonly<Record<string, SettingDeclarations>>> = Exclude<SettingKey, KeyIn<D>>;

function everySetting<D extends Readonly<Record<string, SettingDeclarations>>>(
  given: D & ([Undeclared<D>] extends [never] ? unknown : { readonly undeclared: Undeclared<D> }),
): D {
  return given;
}

/** Rules about several settings of a feature together. */
const rules: Readonly<Record<string, readonly SettingRule[]>> = { rooms: roomSettingRules };

/** The live settings of all features. */
export type FeatureSettings = {
  readonly [Feature in keyof typeof declared]: SettingValues<(typeof declared)[Feature]>;
};

/** Declares the settings of all features; returns the live view of each. */
export function declareSettings(registry: SettingsRegistry): FeatureSettings {
  const views = Object.entries(declared).map(([feature, declarations]) => [
    feature,
    registry.declare(declarations, rules[feature]),
  ]);
  return Object.fromEntries(views) as FeatureSettings;
}

/** All settings with their default values. The reference page and tests of declarations use it. */
export function defaultSettings(): SettingsRegistry {
  const registry = new SettingsRegistry();
  declareSettings(registry);
  return registry;
}
