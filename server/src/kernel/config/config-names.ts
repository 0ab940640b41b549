import { nearest } from '@matinee/contract/nearest.ts';

/** The environment variable that sets `key`: `server.port` is `MATINEE_SERVER_PORT`. */
export function variableOf(key: string): string {
  return `MATINEE_${key.toUpperCase().replaceAll('.', '_')}`;
}

/** `; did you mean …?`, or an empty text when no name is similar. */
export function suggestion(wrong: string, names: Iterable<string>): string {
  const near = nearest(wrong, names);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Command that makes a secret that passes every rule. */
export const howToMakeASecret = 'openssl rand -base64 48';
