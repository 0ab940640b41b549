import { createHash } from 'node:crypto';
import { conversionErrors } from '../conversions.errors.ts';
import type { Plan, Rendition } from '../plan/plan.ts';
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

  get isRunning(): boolean {
    return [...this.#makers.values()].some(([, maker]) => maker.isRunning);
  }

  /** @throws AppError `conversions.unknown_part` */
  find(name: string): { readonly rendition: Rendition; readonly maker: RenditionMaker } {
    const found = this.#makers.get(name);
    if (!found) throw conversionErrors.unknown_part();
    const [rendition, maker] = found;
    return { rendition, maker };
  }

  stop(): void {
    for (const [, maker] of this.#makers.values()) maker.stop();
  }
}

/** A name for files: an identity has addresses in it. */
function filmId(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
