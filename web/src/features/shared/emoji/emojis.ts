/** An emoji as the picker offers it, in the language of the reader. */
export interface Emoji {
  readonly emoji: string;
  readonly name: string;
  /** English name, as it is written between colons. */
  readonly shortcode: string;
  readonly hasTones: boolean;
  /** Search words, as `fold` writes them: the name first. */
  readonly words: readonly string[];
}

export interface EmojiGroup {
  /** `smileys`, `people`, …: `groups.NAME` in the texts. */
  readonly name: string;
  readonly emojis: readonly Emoji[];
}

/**
 * The stored form of a group. An emoji is `emoji short_name`, then `+` if it has skin tones, then its Unicode emoji
 * version if that is a new one.
 */
export interface ListedGroup {
  readonly name: string;
  readonly emojis: readonly string[];
}

/** The name of each emoji, in the order of the list. More search words follow behind `|`. */
export type ListedNames = readonly string[];

/** Text for comparisons: small letters without accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
}

/**
 * Makes groups from the stored lists. `names` provides the names; the words of `others` also match the emoji. Leaves
 * out emoji of versions that `isDrawn` refuses. Pure. [WEM1] [WEM3]
 */
export function makeGroups(
  list: readonly ListedGroup[],
  names: ListedNames,
  others: ListedNames,
  isDrawn: (version: number) => boolean,
): readonly EmojiGroup[] {
  let place = 0;
  return list.map(({ name, emojis }) => ({
    name,
    emojis: emojis.flatMap((line) => {
      const at = place++;
      const [emoji = '', code = '', version = '0'] = line.split(' ');
      if (!isDrawn(Number(version))) return [];
      const own = (names[at] ?? '').split('|');
      const shortcode = code.replace(/\+$/, '');
      const words = [...own, ...(others[at] ?? '').split('|'), shortcode.replaceAll('_', ' ')].map(fold);
      return [{ emoji, name: own[0] ?? '', shortcode, hasTones: code.length > shortcode.length, words }];
    }),
  }));
}
