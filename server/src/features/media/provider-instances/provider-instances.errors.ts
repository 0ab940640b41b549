import { defineReasons } from '@matinee/contract/reasons.ts';
import { defineErrors } from '../../../kernel/errors.ts';

export const instanceErrors = defineErrors('provider_instances', {
  not_found: { code: 'not_found', message: 'There is no provider instance of that name.' },
  name_taken: { code: 'already_exists', message: 'There is a provider instance of that name already.' },
  too_many: { code: 'failed_precondition', message: 'This server has as many provider instances as it can have.' },
  invalid: { code: 'invalid_argument', message: 'The provider instance cannot be reached like this.' },
  private_address: {
    code: 'permission_denied',
    message:
      'This address is in a private network. To allow it, list it in outbound.allowed_networks in the configuration of the server.',
  },
  version_conflict: { code: 'aborted', message: 'Somebody else changed it; look at the new values first.' },
  root_only: {
    code: 'permission_denied',
    message: 'People have accounts at this provider instance. Only root may change where it is.',
  },
  in_use: { code: 'failed_precondition', message: 'This provider instance is in use.' },
  disabled: { code: 'failed_precondition', message: 'This provider instance is disabled. Enable it first.' },
  unavailable: {
    code: 'unavailable',
    message: 'The provider instance that has this is not available now. Try again later.',
  },
  not_served: { code: 'failed_precondition', message: 'This provider instance does not run this provider.' },
});

export const instanceReasons = defineReasons('provider_instances', {
  not_host_and_port: 'is not a host and a port, such as nas.example.org:50051',
  not_certificates: 'is not a list of certificates in PEM',
  not_a_host: 'is not the name of a host',
  tls_is_off: 'has no meaning without TLS',
  login_refused: '{why}',
  secret_again: 'must be given again, because the address or TLS change',
});
