import type { Tx } from '../../../store/database.ts';
import type { MailTemplate, MailValues } from '../mail/mail.port.ts';

/** Templates that say what happened to an account, and when. */
export type NoticeTemplate = {
  [T in MailTemplate]: MailValues[T] extends { username: string; at: string } ? T : never;
}[MailTemplate];

/** Values of a notice beside the name of the account and the time. */
type OwnValues<T extends NoticeTemplate> = Omit<MailValues[T], 'username' | 'at'>;

/** A mail that tells the owner of an account what happened to it. */
export type Notice = {
  [T in NoticeTemplate]: {
    readonly template: T;
    readonly userId: string;
    /**
     * The address that the account had before. The mail goes there instead of to the present address, even if the owner
     * wants no notices.
     */
    readonly to?: string;
  } & (keyof OwnValues<T> extends never ? { readonly values?: undefined } : { readonly values: OwnValues<T> });
}[NoticeTemplate];

/** Tells people by mail what happened to their accounts. */
export interface Notices {
  /** Sends the mail when `tx` commits, if the account has an address and its owner wants to be told. */
  tell(tx: Tx, notice: Notice): Promise<void>;
}
