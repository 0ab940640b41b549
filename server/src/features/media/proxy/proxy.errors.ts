import { defineErrors } from '../../../kernel/errors.ts';

export const proxyErrors = defineErrors('proxy', {
  invalid_url: { code: 'permission_denied', message: 'This address was not made by this server, or was changed.' },
  url_expired: { code: 'permission_denied', message: 'This address has expired; ask for the playback again.' },
  no_access: { code: 'permission_denied', message: 'You may not watch this any more.' },
  unknown_resource: { code: 'not_found', message: 'There is nothing to watch at this address.' },
  private_address: {
    code: 'permission_denied',
    message: 'The film is in a private network. The operator of this server can allow it.',
  },
  bad_address: { code: 'failed_precondition', message: 'The address of the film cannot be read.' },
  unreachable: { code: 'unavailable', message: 'The server that has the film cannot be reached.', httpStatus: 502 },
  too_slow: {
    code: 'deadline_exceeded',
    message: 'The server that has the film answers too slowly.',
    httpStatus: 504,
  },
  too_many_redirects: {
    code: 'unavailable',
    message: 'The server that has the film sends us from one address to the next.',
    httpStatus: 502,
  },
  upstream_denied: {
    code: 'unavailable',
    message: 'The server that has the film does not give it to us.',
    httpStatus: 502,
  },
  upstream_missing: { code: 'not_found', message: 'The server that has the film does not have it any more.' },
  upstream_failed: {
    code: 'unavailable',
    message: 'The server that has the film has a fault, or is too busy.',
    httpStatus: 502,
  },
  bad_answer: {
    code: 'unavailable',
    message: 'The server that has the film answered with something that is not a film.',
    httpStatus: 502,
  },
  bad_manifest: {
    code: 'unavailable',
    message: 'The playlist of the film cannot be read: it may be a web page, or refer to itself.',
    httpStatus: 502,
  },
  manifest_too_large: {
    code: 'unavailable',
    message: 'The playlist of the film is too large.',
    httpStatus: 502,
  },
  changed: {
    code: 'unavailable',
    message: 'The film was changed while it was being read.',
    httpStatus: 502,
  },
});
