import { chatSettings } from '../features/chat/chat.settings.ts';
import { mailSettings } from '../features/mail/mail.settings.ts';
import { memberSettings } from '../features/members/members.settings.ts';
import { oauth2Settings } from '../features/oauth2/oauth2.settings.ts';
import { proxySettings } from '../features/proxy/proxy.settings.ts';
import { roomSettingRules, roomSettings } from '../features/rooms/rooms.settings.ts';
import { serverSettings } from '../features/server/server.settings.ts';
import { sessionSettings } from '../features/sessions/sessions.settings.ts';
import { streamSettings } from '../features/streams/streams.settings.ts';
import { voiceSettings } from '../features/voice/voice.settings.ts';
import { SettingsRegistry } from '../kernel/settings/settings.ts';

/** Settings that decide what somebody may do in a room. */
export const standingSettings = [sessionSettings.enableGuest, ...Object.values(memberSettings)].map(({ key }) => key);

/** Declares the settings of all features; gives the live view of each. */
export function declareSettings(registry: SettingsRegistry) {
  return {
    server: registry.declare(serverSettings),
    sessions: registry.declare(sessionSettings),
    rooms: registry.declare(roomSettings, roomSettingRules),
    members: registry.declare(memberSettings),
    oauth2: registry.declare(oauth2Settings),
    streams: registry.declare(streamSettings),
    mail: registry.declare(mailSettings),
    voice: registry.declare(voiceSettings),
    chat: registry.declare(chatSettings),
    proxy: registry.declare(proxySettings),
  };
}

/** All settings with their defaults in force: what the reference page and tests of declarations look at. */
export function defaultSettings(): SettingsRegistry {
  const registry = new SettingsRegistry();
  declareSettings(registry);
  return registry;
}

/** The live settings of all features. */
export type LiveSettings = ReturnType<typeof declareSettings>;
