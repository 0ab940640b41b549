import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { z } from 'zod';
import { because, settingReasons } from '../../kernel/settings/setting-reasons.ts';
import { line, nullable, type Shape } from '../../kernel/settings/setting-shapes.ts';
import { setting } from '../../kernel/settings/settings.ts';

/** A key of a site's API, with a name by which administrators know it. */
export interface NamedKey {
  readonly username: string;
  readonly password: string;
}

const namedKey: Shape<NamedKey> = {
  kind: SettingKind.CREDENTIALS,
  schema: z.strictObject({ username: line(1, 100), password: line(1, 200) }, because(settingReasons.unfit())),
  secrets: { properties: [{ name: 'password', boundTo: ['username'] }] },
};

export const providerSettings = {
  youtubeKey: setting(
    'youtube.apiKey',
    nullable(namedKey),
    null,
    'A key of the YouTube Data API for people who have none of their own. The username is a name for the key, the password the key.',
  ),
  twitchClient: setting(
    'twitch.client',
    nullable(namedKey),
    null,
    'The client that the server is registered as at Twitch (dev.twitch.tv/console/apps), for names, lists and sign-ins. The username is the client id, the password the client secret.',
  ),
};
