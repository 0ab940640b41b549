/** Finds a channel of a list in a guide, by its id there or else by its name. [CG7] */

/** Words at the end of a name that say how sharp the picture is, and nothing of what it shows. */
const sharpness = /(?:[ ](?:sd|hd|fhd|uhd|4k|8k|hevc|1080[pi]?|720p))+$/;

/** An id in the form in which ids are compared. */
export function foldId(id: string): string {
  return id.trim().toLowerCase();
}

/** A name in the form in which names are compared: `BBC_One  HD` as `bbc one`. Lists write spaces as underscores. */
export function foldName(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim();
  return words.replace(sharpness, '') || words;
}

/** How a guide may call a channel; the surest first. */
export interface ChannelKeys {
  /** As `foldId` makes it; empty: not known. */
  readonly id: string;
  /** As `foldName` makes them. */
  readonly names: readonly string[];
}

export function keysOf(guideId: string, guideName: string, itemName: string): ChannelKeys {
  return { id: foldId(guideId), names: [guideName, itemName].map(foldName).filter((name) => name !== '') };
}

/** The channel that is meant; undefined: the guide has none. Pure. [CG7] */
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
