import type { Reader } from '../../../store/database.ts';
import { isNamePending, type RegistrationTables } from './registrations.store.ts';

/** True when an applicant waits for a name. `usernameKey` is its comparison form. [RG3] */
export function isNameAwaited(reader: Reader, usernameKey: string): Promise<boolean> {
  return isNamePending(reader.query<RegistrationTables>(), usernameKey);
}
