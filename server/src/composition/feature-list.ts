import type { Feature } from '../features/feature.ts';
import type { Tx } from '../store/database.ts';

/** What a feature contributes to what others do, in lists. */
type ListKey = {
  [K in keyof Feature]-?: NonNullable<Feature[K]> extends readonly unknown[] ? K : never;
}[keyof Feature];
type Listed<K extends ListKey> = NonNullable<Feature[K]>[number];

/**
 * The features of the server, in the order in which they are made. Some ask what all the others contribute, such as ways to sign in:
 * they may ask while they answer a call, when the list is complete, and not while they are made.
 */
export class FeatureList {
  readonly #features: Feature[] = [];

  add<F extends Feature>(feature: F): F {
    this.#features.push(feature);
    return feature;
  }

  /** What all features contribute under `key`. */
  all<K extends ListKey>(key: K): Listed<K>[] {
    return this.#features.flatMap((feature) => (feature[key] ?? []) as Listed<K>[]);
  }

  loginMethods(): ReturnType<NonNullable<Feature['loginMethods']>>[number][] {
    return this.#features.flatMap((feature) => feature.loginMethods?.() ?? []);
  }

  signals(): NonNullable<Feature['signals']> {
    return Object.assign({}, ...this.#features.map((feature) => feature.signals));
  }

  /** Gives what others still see of an erased account to its heir, in every feature. */
  async onUserErased(tx: Tx, userId: string, heirId: string): Promise<void> {
    for (const feature of this.#features) await feature.onUserErased?.(tx, userId, heirId);
  }
}
