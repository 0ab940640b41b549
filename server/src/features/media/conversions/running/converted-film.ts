import { createHash } from 'node:crypto';
import type { LocalFilm } from '../../proxy/proxy.port.ts';
import { conversionErrors } from '../conversions.errors.ts';
import { type Plan, type Rendition, standardSound } from '../plan/plan.ts';
import { type MakerParts, RenditionMaker } from './rendition-maker.ts';

/** What ffmpeg needs of a film. */
type ReadParts = 'url' | 'identity' | 'isReading';

/** A film that is being converted, for all rooms and viewers of it. */
export class ConvertedFilm {
  readonly plan: Plan;
  readonly id: string;
  readonly #makers: ReadonlyMap<string, readonly [Rendition, RenditionMaker]>;

  constructor(parts: MakerParts, { url, identity, isReading }: Pick<LocalFilm, ReadParts>, plan: Plan) {
    this.plan = plan;
    this.id = filmId(identity);
    const film = { id: this.id, url, isReading };
    this.#makers = new Map(
      [...plan.pictures, ...plan.sounds].map((rendition) => [
        rendition.name,
        [rendition, new RenditionMaker(parts, film, rendition)],
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
