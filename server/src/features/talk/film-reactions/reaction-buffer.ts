import type { MessageInitShape } from '@bufbuild/protobuf';
import type { FilmReactionSchema } from '@matinee/contract/gen/service/client/film_reactions_pb.ts';

/** Most reactions with senders in one change, and most different ones without. */
const mostNamed = 40;
const mostUnnamed = 20;

/** A reaction, or several equal ones. */
type Reaction = MessageInitShape<typeof FilmReactionSchema> & { readonly reactionKey: string; count: number };

/** The person who sent a reaction. */
export interface Sender {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
}

/** Reactions since the last change. [FLY2] [FLY3] */
export class ReactionBuffer {
  #named = new Map<string, Reaction>();
  #unnamed = new Map<string, Reaction>();

  add(reactionKey: string, { userId, username, displayName }: Sender): void {
    const known = this.#named.get(`${userId} ${reactionKey}`) ?? this.#unnamed.get(reactionKey);
    if (known) known.count += 1;
    else if (this.#named.size < mostNamed)
      this.#named.set(`${userId} ${reactionKey}`, { reactionKey, count: 1, userId, username, displayName });
    else if (this.#unnamed.size < mostUnnamed) this.#unnamed.set(reactionKey, { reactionKey, count: 1 });
  }

  /** Returns all reactions, and empties the buffer. */
  take(): readonly Reaction[] {
    const taken = [...this.#named.values(), ...this.#unnamed.values()];
    this.#named = new Map();
    this.#unnamed = new Map();
    return taken;
  }
}
