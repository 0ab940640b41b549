import { createHash } from 'node:crypto';
import { conversionErrors } from '../conversions.errors.ts';
import { type Plan, type Rendition, standardSound } from '../plan/plan.ts';
import { type MakerParts, RenditionMaker } from './rendition-maker.ts';

/** A film that is being converted, for all rooms and viewers of it. */
export class ConvertedFilm {
  readonly plan: Plan;
  readonly id: string;
  readonly #makers: ReadonlyMap<string, readonly [Rendition, RenditionMaker]>;

  /** `identity` names the bytes of the film; `url` is where ffmpeg reads them. */
  constructor(parts: MakerParts, identity: string, url: string, plan: Plan) {
    this.plan = plan;
    this.id = filmId(identity);
    this.#makers = new Map(
      [...plan.pictures, ...plan.sounds].map((rendition) => [
        rendition.name,
        [rendition, new RenditionMaker(parts, { id: this.id, url }, rendition)],
      ]),
    );
  }

  /** @throws AppError `conversions.unknown_part` */
  find(name: string): { readonly rendition: Rendition; readonly maker: RenditionMaker } {
    const found = this.#makers.get(name);
    if (!found) throw conversionErrors.unknown_part();
    const [rendition, maker] = found;
    return { rendition, maker };
  }

  /** Begins with what a player will ask for at this place: the best picture, and the sound that it plays by itself. */
  prepare(seconds: number): void {
    const { pictures, sounds } = this.plan;
    for (const rendition of [pictures[0], standardSound(sounds)])
      if (rendition) this.find(rendition.name).maker.prepare(seconds);
  }

  stop(): void {
    for (const [, maker] of this.#makers.values()) maker.stop();
  }
}

/** A name for files: an identity has addresses in it. */
function filmId(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
