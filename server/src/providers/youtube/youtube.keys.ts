import type { OpenAccount, ProviderTools } from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { askWithoutKey, type Video, type YoutubeApi, youtubeApi } from './youtube.client.ts';

/** The key of an account, else that of the operator. */
function keyOf(account: OpenAccount | undefined, { operator }: ProviderTools): string | undefined {
  return account?.credentials['apiKey'] ?? operator?.()?.['apiKey'];
}

/** The API with the key of an account, else with that of the operator. @throws UpstreamError `no_key` */
export function openApi(account: OpenAccount | undefined, tools: ProviderTools): YoutubeApi {
  const key = keyOf(account, tools);
  if (key === undefined) throw new UpstreamError('no_key');
  return youtubeApi(key, tools);
}

/** What is known about a video: without any key its name and its channel. [YT3] @throws UpstreamError */
export async function findVideo(
  videoId: string,
  account: OpenAccount | undefined,
  tools: ProviderTools,
): Promise<Video> {
  if (keyOf(account, tools) === undefined)
    return tools.remember(`oembed ${videoId}`, () => askWithoutKey(videoId, tools));
  const whose = account?.id ?? '';
  return tools.remember(`video ${whose} ${videoId}`, async () => {
    const [video] = await openApi(account, tools).videos([videoId]);
    if (!video) throw new UpstreamError('missing');
    return video;
  });
}
