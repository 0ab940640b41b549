import type { Tx } from '../../../store/database.ts';
import type { MailTemplate, MailValues } from '../mail/mail.port.ts';

/** Templates about an event on an account, with its time. */
export type NoticeTemplate = {
  [T in MailTemplate]: MailValues[T] extends { username: string; at: string } ? T : never;
}[MailTemplate];

/** Values of a notice other than the account's name and the time. */
type OwnValues<T extends NoticeTemplate> = Omit<MailValues[T], 'username' | 'at'>;

/** A mail that informs the owner of an account about an event on it. */
export type Notice = {
  [T in NoticeTemplate]: {
    readonly template: T;
    readonly userId: string;
    /**
     * The account's previous address. The mail goes there instead of to the current address, even if the owner wants no
     * notices.
     */
    readonly to?: string;
  } & (keyof OwnValues<T> extends never ? { readonly values?: undefined } : { readonly values: OwnValues<T> });
}[NoticeTemplate];

/** Informs people by mail about events on their accounts. */
export interface Notices {
  /** Sends the mail when `tx` commits, if the account has an address and its owner wants notices. */
  tell(tx: Tx, notice: Notice): Promise<void>;
}
