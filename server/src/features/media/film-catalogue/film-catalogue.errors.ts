import { defineErrors } from '../../../kernel/errors.ts';

export const catalogueErrors = defineErrors('film_catalogue', {
  item_not_found: { code: 'not_found', message: 'There is no such item in the playlists of this room.' },
  unavailable: { code: 'unavailable', message: 'The catalogue of films does not answer at the moment.' },
  /** For administrators, who can change the key. */
  key_refused: {
    code: 'failed_precondition',
    message: 'The Movie Database refuses the key in the setting tmdb.apiKey.',
  },
});
