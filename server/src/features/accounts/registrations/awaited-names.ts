import type { Reader } from '../../../store/database.ts';
import { isNamePending, type RegistrationTables } from './registrations.store.ts';

/** Whether an applicant has reserved the name; `usernameKey` is its comparison form. [RG3] */
export function isNameAwaited(reader: Reader, usernameKey: string): Promise<boolean> {
  return isNamePending(reader.query<RegistrationTables>(), usernameKey);
}
