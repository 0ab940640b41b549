import type { Channel, ListedItem, MediaSource } from '@matinee/contract/gen/api.ts';

/**
 * The source fields that a list of channels declares for one of its items; absent fields are left out. `guideUrl`:
 * address of the programme guide; empty: none. Pure. [WCG4]
 */
export function channelOf(
  { logo, guide_id, guide_name }: Pick<ListedItem, 'logo' | 'guide_id' | 'guide_name'>,
  guideUrl: string,
): Pick<MediaSource, 'channel'> {
  const channel: Channel = { logo, guide_url: guideUrl, guide_id, guide_name };
  return logo === '' && guideUrl === '' ? {} : { channel };
}
