/**
 * Asks the catalogue for films: once over all replicas, few at a time, and not while it asks for rest. What it says is
 * kept in the database until its end. [FCA3] [FCA4]
 */
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeFairSlots } from '../../../kernel/queues/fair-slots.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { ProviderTools } from '../../../providers/provider.ts';
import { ProviderError, type ProviderFailure } from '../../../providers/provider-error.ts';
import type { Database } from '../../../store/database.ts';
import type { CataloguedFilm } from './catalogued-film.ts';
import type { catalogueSettings } from './film-catalogue.settings.ts';
import * as store from './film-catalogue.store.ts';
import { type FilmRequest, filmRequest } from './film-request.ts';
import { findFilm } from './tmdb.ts';

/** Films that this process asks for at a time, and most that wait. */
const atOnce = 2;
const maxWaiting = 200;
/** How long what was found is kept, in milliseconds: The Movie Database allows half a year. */
const foundMs = 30 * 24 * 60 * 60_000;
/** How long it is kept that nothing was found: new films come every day. */
const noneMs = 3 * 24 * 60 * 60_000;
/** Time for all requests about one film, after which another replica may ask. */
const askingMs = 60_000;
/** How long the catalogue is left alone after a failure that does not say how long, and the longest that it may say. */
const restMs = 10 * 60_000;
const longestRestMs = 60 * 60_000;

/** What is known about a film; pending: another replica asks. */
export type Outcome =
  | { readonly film: CataloguedFilm | undefined; readonly isPending: false }
  | { readonly isPending: true };

/** The catalogue gave no answer. */
export class CatalogueFailed extends Error {
  override readonly name = 'CatalogueFailed';
  readonly failure: ProviderFailure;
  readonly retryAfterMs: number;
  constructor(failure: ProviderFailure, retryAfterMs: number, options?: ErrorOptions) {
    super(`the catalogue of films: ${failure}`, options);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface LookupParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SettingValues<typeof catalogueSettings>;
  readonly ask: ProviderTools['ask'];
}

export type Lookup = ReturnType<typeof makeLookup>;

export function makeLookup({ db, clock, log, settings, ask }: LookupParts) {
  const running = new Map<string, Promise<Outcome>>();
  /** After a failure that concerns all films: until when this process does not ask with that key, and why. */
  let rest: { readonly key: string; readonly untilMs: number; readonly failure: ProviderFailure } | undefined;
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new CatalogueFailed('busy', restMs) });
  const inMs = (ms: number) => dateOf(clock.nowMs() + ms);

  const known = (key: string) => readAnswer(db, clock, key);

  /** Asks no more until the rest is over, where the failure is not that of one film. */
  function fail(key: string, cause: unknown): CatalogueFailed {
    const failed = toFailure(log, cause);
    const { failure, retryAfterMs } = failed;
    if (failure !== 'bad_answer' && failure !== 'missing')
      rest = { key, untilMs: clock.nowMs() + retryAfterMs, failure };
    return failed;
  }

  async function askFor(name: string, film: FilmRequest, key: string): Promise<Outcome> {
    const before = await known(name);
    if (before) return before;
    const restLeftMs = rest && rest.key === key ? rest.untilMs - clock.nowMs() : 0;
    if (rest && restLeftMs > 0) throw new CatalogueFailed(rest.failure, restLeftMs);
    if (!(await store.claim(db.query(), name, dateOf(clock.nowMs()), inMs(askingMs)))) return { isPending: true };
    try {
      const found = await findFilm({ ask, key }, film);
      await store.putAnswer(
        db.query(),
        name,
        found ? { state: 'found', film: found, endsAt: inMs(foundMs) } : { state: 'none', endsAt: inMs(noneMs) },
      );
      return { film: found, isPending: false };
    } catch (cause) {
      const failed = fail(key, cause);
      // With another key it may be asked at once.
      const endsAt = inMs(failed.failure === 'account_refused' ? 0 : failed.retryAfterMs);
      await store.putAnswer(db.query(), name, { state: 'failed', endsAt });
      throw failed;
    }
  }

  return {
    isThere: () => settings.tmdbKey !== null,
    /**
     * What is known about the film that the name of an item tells, for the person who asks. @throws CatalogueFailed
     */
    async find(name: string, ownerId: string): Promise<Outcome> {
      const asked = filmRequest(name);
      const key = settings.tmdbKey?.password;
      if (!asked || key === undefined) return { film: undefined, isPending: false };
      const before = running.get(asked.key) ?? (await known(asked.key));
      if (before) return before;
      const work = running.get(asked.key) ?? inSlot(ownerId, () => askFor(asked.key, asked.film, key));
      running.set(asked.key, work);
      return work.finally(() => running.get(asked.key) === work && running.delete(asked.key));
    },
    /** Waits for what is being asked. */
    stop: () => Promise.allSettled(running.values()),
  };
}

/** What is stored about a film; undefined: nothing, or no longer. @throws CatalogueFailed */
async function readAnswer(db: Database, clock: Clock, key: string): Promise<Outcome | undefined> {
  const answer = await store.findAnswer(db.query(), key, dateOf(clock.nowMs()));
  if (!answer) return undefined;
  if (answer.state === 'asking') return { isPending: true };
  if (answer.state === 'failed') throw new CatalogueFailed('failed', answer.endsAt.getTime() - clock.nowMs());
  return { film: answer.state === 'found' ? answer.film : undefined, isPending: false };
}

/** Why the catalogue gave no answer, and for how long it is left alone. @throws the cause, if it is another error */
function toFailure(log: Log, cause: unknown): CatalogueFailed {
  if (!(cause instanceof ProviderError)) throw cause;
  const { failure, retryAfterSeconds = restMs / 1_000 } = cause;
  if (failure === 'account_refused') log.warn('The Movie Database refuses the key in the setting tmdb.apiKey');
  else log.debug({ err: cause }, 'the catalogue of films gave no answer');
  return new CatalogueFailed(failure, Math.min(retryAfterSeconds * 1_000, longestRestMs), { cause });
}
