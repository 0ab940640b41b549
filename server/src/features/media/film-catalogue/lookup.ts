/**
 * Requests films from the catalogue: once over all replicas, a few at a time, and not while the catalogue asks for a
 * pause. Stores the answers in the database until they expire. [FCA3] [FCA4]
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

/** Films that this process requests at a time, and the length of the queue. */
const atOnce = 2;
const maxWaiting = 200;
/** How long a found film is stored, in milliseconds: The Movie Database allows half a year. */
const foundMs = 30 * 24 * 60 * 60_000;
/** How long a "not found" is stored, in milliseconds: new films are added daily. */
const noneMs = 3 * 24 * 60 * 60_000;
/** Time limit for all requests about one film, in milliseconds; then another replica may retry. */
const askingMs = 60_000;
/** Default pause after a failure, and the longest pause accepted from the catalogue, in milliseconds. */
const restMs = 10 * 60_000;
const longestRestMs = 60 * 60_000;

/** The result for a film; pending: another replica is requesting it. */
export type Outcome =
  | { readonly film: CataloguedFilm | undefined; readonly isPending: false }
  | { readonly isPending: true };

/** The catalogue did not answer. */
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
  /** After a failure that affects all films: the end of this process's pause for that key, and the reason. */
  let rest: { readonly key: string; readonly untilMs: number; readonly failure: ProviderFailure } | undefined;
  const inSlot = makeFairSlots({ atOnce, maxWaiting, refusal: () => new CatalogueFailed('busy', restMs) });
  const inMs = (ms: number) => dateOf(clock.nowMs() + ms);

  const known = (key: string) => readAnswer(db, clock, key);

  /** Begins a pause, unless the failure concerns only one film. */
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
      // With another key it may be requested at once.
      const endsAt = inMs(failed.failure === 'account_refused' ? 0 : failed.retryAfterMs);
      await store.putAnswer(db.query(), name, { state: 'failed', endsAt });
      throw failed;
    }
  }

  return {
    isThere: () => settings.tmdbKey !== null,
    /** Finds the film of an item's name, on the caller's behalf. @throws CatalogueFailed */
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
    /** Waits for pending requests. */
    stop: () => Promise.allSettled(running.values()),
  };
}

/** The stored answer about a film; undefined: missing or expired. @throws CatalogueFailed */
async function readAnswer(db: Database, clock: Clock, key: string): Promise<Outcome | undefined> {
  const answer = await store.findAnswer(db.query(), key, dateOf(clock.nowMs()));
  if (!answer) return undefined;
  if (answer.state === 'asking') return { isPending: true };
  if (answer.state === 'failed') throw new CatalogueFailed('failed', answer.endsAt.getTime() - clock.nowMs());
  return { film: answer.state === 'found' ? answer.film : undefined, isPending: false };
}

/** Maps a failed request to its reason and the pause after it. @throws the cause, if it is another error */
function toFailure(log: Log, cause: unknown): CatalogueFailed {
  if (!(cause instanceof ProviderError)) throw cause;
  const { failure, retryAfterSeconds = restMs / 1_000 } = cause;
  if (failure === 'account_refused') log.warn('The Movie Database refuses the key in the setting tmdb.apiKey');
  else log.debug({ err: cause }, 'the catalogue of films gave no answer');
  return new CatalogueFailed(failure, Math.min(retryAfterSeconds * 1_000, longestRestMs), { cause });
}
