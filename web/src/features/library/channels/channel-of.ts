import type { Channel, ListedItem, MediaSource } from '@matinee/contract/gen/api.ts';

/**
 * The part of a source that a list of channels tells of one of its items; nothing where it tells nothing. `guideUrl`:
 * address of the programme guide; empty: none. Pure. [WCG4]
 */
export function channelOf(
  { logo, guide_id, guide_name }: Pick<ListedItem, 'logo' | 'guide_id' | 'guide_name'>,
  guideUrl: string,
): Pick<MediaSource, 'channel'> {
  const channel: Channel = { logo, guide_url: guideUrl, guide_id, guide_name };
  return logo === '' && guideUrl === '' ? {} : { channel };
}
