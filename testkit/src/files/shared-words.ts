import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A set of words that all processes with the same file share. Without a file it is of this process alone. */
export interface SharedWords {
  /** Adds the words. @returns those that no process had added */
  add(words: readonly string[]): string[];
}

const hashOf = (word: string) => createHash('sha1').update(word).digest('base64');

/** Two processes that add the same word at the same moment may both be told that it is new. */
export function shareWords(file: string | undefined): SharedWords {
  const known = new Set<string>();
  return {
    add(words) {
      if (file !== undefined && existsSync(file))
        for (const hash of readFileSync(file, 'utf8').split('\n')) known.add(hash);
      const added = words.filter((word) => !known.has(hashOf(word)));
      const hashes = added.map(hashOf);
      for (const hash of hashes) known.add(hash);
      if (file !== undefined && hashes.length > 0) appendFileSync(file, `${hashes.join('\n')}\n`);
      return added;
    },
  };
}
