/** Matches a channel of a list with a guide, by its id or else by its name. [CG7] */

/** Suffixes of a name that state the resolution, not the channel. */
const sharpness = /(?:[ ](?:sd|hd|fhd|uhd|4k|8k|hevc|1080[pi]?|720p))+$/;

/** An id, normalized for comparison. */
export function foldId(id: string): string {
  return id.trim().toLowerCase();
}

/** A name, normalized for comparison: `BBC_One  HD` as `bbc one`. Lists write spaces as underscores. */
export function foldName(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();
  return words.replace(sharpness, '') || words;
}

/** Possible keys of a channel in a guide, the most reliable first. */
export interface ChannelKeys {
  /** Normalized by `foldId`; empty: unknown. */
  readonly id: string;
  /** Normalized by `foldName`. */
  readonly names: readonly string[];
}

export function keysOf(guideId: string, guideName: string, itemName: string): ChannelKeys {
  return { id: foldId(guideId), names: [guideName, itemName].map(foldName).filter((name) => name !== '') };
}

/** The matching channel; undefined: the guide has none. Pure. [CG7] */
export function findChannel<C extends { readonly id: string; readonly names: readonly string[] }>(
  channels: readonly C[],
  { id, names }: ChannelKeys,
): C | undefined {
  const byId = id === '' ? undefined : channels.find((channel) => channel.id === id);
  if (byId) return byId;
  for (const name of names) {
    const byName = channels.find((channel) => channel.names.includes(name));
    if (byName) return byName;
  }
  return undefined;
}
