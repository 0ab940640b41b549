import { type DeviceSite, tokensOf } from '../device-flow.ts';
import type { OpenAccount, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { askWithoutKey, type Video, type YoutubeApi, type YoutubeAsker, youtubeApi } from './youtube.client.ts';

const origin = 'https://oauth2.googleapis.com';

/**
 * This server's client, for sign-ins ("OAuth 2.0 for TV and Limited-Input Device Applications"). @throws ProviderError
 * `no_key` when the operator has registered none.
 */
export function youtubeSite({ operator }: Pick<ProviderTools, 'operator'>): DeviceSite {
  const { clientId, clientSecret } = operator?.() ?? {};
  if (clientId === undefined || clientSecret === undefined) throw new ProviderError('no_key');
  return {
    deviceUrl: `${origin}/device/code`,
    tokenUrl: `${origin}/token`,
    clientId,
    clientSecret,
    scope: { scope: 'https://www.googleapis.com/auth/youtube.readonly' },
  };
}

/** Revokes a sign-in ("Revoking a token"). @throws ProviderError */
export async function revokeToken(token: string, { ask }: Pick<ProviderTools, 'ask'>): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await ask(`${origin}/revoke`, { method: 'POST', headers, body: new URLSearchParams({ token }).toString() });
}

/** The account, else its key, else that of the operator. */
function askerOf(account: OpenAccount | undefined, tools: ProviderTools): YoutubeAsker | undefined {
  const tokens = tokensOf(account, () => youtubeSite(tools), tools);
  if (tokens) return tokens;
  const key = account?.credentials['apiKey'] ?? tools.operator?.()?.['apiKey'];
  return key === undefined ? undefined : { key };
}

/** The API, authorized by an account or its key, else by the operator's key. @throws ProviderError `no_key` */
export function openApi(account: OpenAccount | undefined, tools: ProviderTools): YoutubeApi {
  const asker = askerOf(account, tools);
  if (asker === undefined) throw new ProviderError('no_key');
  return youtubeApi(asker, tools);
}

/** Facts about a video; without a key, only its name and channel. [YT3] @throws ProviderError */
export async function findVideo(
  videoId: string,
  account: OpenAccount | undefined,
  tools: ProviderTools,
): Promise<Video> {
  if (askerOf(account, tools) === undefined)
    return tools.remember(`oembed ${videoId}`, () => askWithoutKey(videoId, tools));
  const whose = account?.id ?? '';
  return tools.remember(`video ${whose} ${videoId}`, async () => {
    const [video] = await openApi(account, tools).videos([videoId]);
    if (!video) throw new ProviderError('missing');
    return video;
  });
}
