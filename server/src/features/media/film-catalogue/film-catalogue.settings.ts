import { nullable, secret } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

export const catalogueSettings = {
  /** A read access token is a JWT of some 240 characters. */
  tmdbKey: setting(
    'tmdb.apiKey',
    nullable(secret(500)),
    null,
    'A key or a read access token of The Movie Database (themoviedb.org/settings/api), for posters, years, running times and summaries of films. Titles from the names of items are sent there. Without it, nothing is.',
  ),
};
