import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import type { EmailAddresses } from './email-addresses.port.ts';
import { makeEmailAddresses } from './email-addresses.service.ts';
import { personalData } from './personal-data.ts';

interface AddressParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** The confirmed addresses of accounts. */
export function emailAddressesFeature(parts: AddressParts): Feature & { addresses: EmailAddresses } {
  return {
    name: 'email-addresses',
    personalData,
    tables: ['user_emails'],
    addresses: makeEmailAddresses(parts),
  };
}
