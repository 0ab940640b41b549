import type { MailTemplate } from '../mail.port.ts';

/** The texts of a mail, with `{name}` as a placeholder for a value. Every mail has the value `{server}`. */
export interface MailText {
  readonly subject: string;
  /** Paragraphs above the code and the button. */
  readonly before: readonly string[];
  /** Text of the button, in mails with a link. */
  readonly button?: string;
  /** Paragraphs below the code and the button. */
  readonly after: readonly string[];
}

/** All mails in one language. */
export type MailTexts = Readonly<Record<MailTemplate, MailText>> & {
  readonly greeting: Readonly<Record<'named' | 'plain', string>>;
  /** Text at the end of every mail. */
  readonly footer: string;
  readonly linkHint: string;
};
