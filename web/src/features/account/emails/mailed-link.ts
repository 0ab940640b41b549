/** The purpose of a link in a mail. */
export type MailedKind = 'sign_in' | 'registration' | 'verification' | 'password_reset';

/** A parsed link from a mail. */
export interface MailedLink {
  readonly kind: MailedKind;
  readonly email: string;
  readonly token: string;
}

const kinds: readonly string[] = ['sign_in', 'registration', 'verification', 'password_reset'] satisfies MailedKind[];

/** Reads the fragment of a mailed link; undefined for anything else. [WE1] */
export function readMailedLink(hash: string): MailedLink | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [kind, email, token] = [given.get('kind') ?? '', given.get('email') ?? '', given.get('token') ?? ''];
  if (!kinds.includes(kind) || email.length > 254 || !email.includes('@') || !/^[\w-]{1,64}$/.test(token))
    return undefined;
  return { kind: kind as MailedKind, email, token };
}
