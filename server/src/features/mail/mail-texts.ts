import type { MailTemplate } from './mail.port.ts';

/** What a mail says, with `{name}` where a value goes. `{server}` is there in every mail. */
export interface MailText {
  readonly subject: string;
  /** Paragraphs above the code and the button. */
  readonly before: readonly string[];
  /** Words of the button, where the mail has a link. */
  readonly button?: string;
  /** Paragraphs below. */
  readonly after: readonly string[];
}

/** All mails in one language. */
export type MailTexts = Readonly<Record<MailTemplate, MailText>> & {
  readonly greeting: Readonly<Record<'named' | 'plain', string>>;
  /** Under every mail. */
  readonly footer: string;
  readonly linkHint: string;
};
