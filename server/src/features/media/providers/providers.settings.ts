import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { z } from 'zod';
import { because, settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import { line, nullable, type Shape, secret } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

/** A client of a site's API: its id, and its secret. */
export interface SiteClient {
  readonly username: string;
  readonly password: string;
}

const siteClient: Shape<SiteClient> = {
  kind: SettingKind.CREDENTIALS,
  schema: z.strictObject({ username: line(1, 200), password: line(1, 200) }, because(settingReasons.unfit())),
  secrets: { properties: [{ name: 'password', boundTo: ['username'] }] },
};

export const providerSettings = {
  youtubeKey: setting(
    'youtube.apiKey',
    nullable(secret(200)),
    null,
    'A key of the YouTube Data API for people who have none of their own.',
  ),
  youtubeClient: setting(
    'youtube.client',
    nullable(siteClient),
    null,
    'The client that the server is registered as at Google, of the type for TVs and limited input devices, so that people can sign in to YouTube. The username is the client id, the password the client secret.',
  ),
  twitchClient: setting(
    'twitch.client',
    nullable(siteClient),
    null,
    'The client that the server is registered as at Twitch (dev.twitch.tv/console/apps), for names, lists and sign-ins. The username is the client id, the password the client secret.',
  ),
};
