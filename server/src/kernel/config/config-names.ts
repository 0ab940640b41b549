import { nearest } from '@matinee/contract/nearest.ts';

/** The variable that gives `key`: `server.port` is `MATINEE_SERVER_PORT`. */
export function variableOf(key: string): string {
  return `MATINEE_${key.toUpperCase().replaceAll('.', '_')}`;
}

/** `; did you mean …?`, or nothing when no name is near. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const near = nearest(wrong, names);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Command that makes a secret which passes every rule. */
export const howToMakeASecret = 'openssl rand -base64 48';
