import { defineErrors } from '../../../kernel/errors.ts';

export const libraryErrors = defineErrors('library', {
  media_not_found: { code: 'not_found', message: 'There is no such item in this room.' },
  playlist_not_found: { code: 'not_found', message: 'There is no such playlist in this room.' },
  invalid_url: { code: 'invalid_argument', message: 'This address cannot be played.' },
  playlist_full: { code: 'failed_precondition', message: 'A playlist can have at most 1000 items.' },
  too_many_playlists: { code: 'failed_precondition', message: 'A room can have at most 200 playlists.' },
  root_playlist: { code: 'failed_precondition', message: 'The main playlist cannot be changed this way.' },
  playlist_cycle: { code: 'failed_precondition', message: 'A playlist cannot be inside itself.' },
  not_own: { code: 'permission_denied', message: 'You may change only what you added yourself.' },
  invalid_cursor: {
    code: 'invalid_argument',
    message:
      'This page belongs to another list: the playlist, the search or the order has changed. Begin at the first page.',
  },
  invalid_target: {
    code: 'invalid_argument',
    message: 'This is not in the playlist any more. Look at the playlist again.',
  },
  not_for_dynamic: {
    code: 'invalid_argument',
    message: 'A playlist that lists a folder is read in the order of its server, page after page.',
  },
  dynamic_playlist: {
    code: 'failed_precondition',
    message: 'This playlist shows a folder of another server. Nothing can be added to it or moved in it here.',
  },
  not_dynamic: {
    code: 'failed_precondition',
    message: 'This playlist has items of its own and does not list a folder.',
  },
  not_browsable: { code: 'permission_denied', message: 'Only the person who made this playlist can look into it.' },
  version_conflict: { code: 'aborted', message: 'Somebody else changed it; look at the new values first.' },
});
