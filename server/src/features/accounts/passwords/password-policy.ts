import { authErrors, authReasons } from '../sessions/sessions.errors.ts';

/** @throws AppError `auth.weak_password` unless the password has characters of all three classes. */
export function requireStrong(password: string): void {
  if (![/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password))) {
    throw authErrors.weak_password({
      violations: [{ field: 'password', ...authReasons.too_simple() }],
    });
  }
}
