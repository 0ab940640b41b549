import type { Feature } from '../feature.ts';
import type { Registrations } from './registrations.port.ts';
import { makeRegistrations, type RegistrationParts } from './registrations.service.ts';

export function registrationsFeature(parts: RegistrationParts): Feature & { registrations: Registrations } {
  const { registrations } = makeRegistrations(parts);
  return { name: 'registrations', registrations };
}
