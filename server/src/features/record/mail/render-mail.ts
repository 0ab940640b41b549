import { directionOf, type Language } from '@matinee/contract/languages.ts';
import type { SealedMail } from './mail-outbox.ts';
import { arabicTexts } from './texts/ar.ts';
import { germanTexts } from './texts/de.ts';
import { englishTexts } from './texts/en.ts';
import { spanishTexts } from './texts/es.ts';
import { frenchTexts } from './texts/fr.ts';
import { japaneseTexts } from './texts/ja.ts';
import type { MailTexts } from './texts/mail-texts.ts';
import { portugueseTexts } from './texts/pt-BR.ts';
import { chineseTexts } from './texts/zh-Hans.ts';

/** The texts of all mails, by language. */
export const textsIn: Readonly<Record<Language, MailTexts>> = {
  en: englishTexts,
  de: germanTexts,
  es: spanishTexts,
  fr: frenchTexts,
  'pt-BR': portugueseTexts,
  'zh-Hans': chineseTexts,
  ja: japaneseTexts,
  ar: arabicTexts,
};

/** A finished mail, without addresses. */
interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Puts the values into the texts of a template. `server` is the display name of the server. Pure. [MA7] */
export function renderMail({ template, values, language }: Omit<SealedMail, 'to'>, server: string): RenderedMail {
  const texts = textsIn[language];
  const all: Readonly<Record<string, string>> = { ...values, server };
  const { subject, before, button, after } = texts[template];
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
  const lines = (some: readonly string[]) =>
    some.flatMap((text) => fill(text).split('\n')).filter((line) => line !== '');
  const { code, link } = all;
  const parts = {
    greeting: fill(all['username'] ? texts.greeting.named : texts.greeting.plain),
    before: lines(before),
    code,
    button: button === undefined || link === undefined ? undefined : { label: button, link },
    linkHint: texts.linkHint,
    after: lines(after),
    footer: fill(texts.footer),
  };
  const title = fill(subject).replace(/\p{Cc}+/gu, ' ');
  return { subject: title, text: toText(parts), html: toHtml(parts, { title, language, server }) };
}

interface Parts {
  readonly greeting: string;
  readonly before: readonly string[];
  readonly code: string | undefined;
  readonly button: { readonly label: string; readonly link: string } | undefined;
  readonly linkHint: string;
  readonly after: readonly string[];
  readonly footer: string;
}

function toText({ greeting, before, code, button, after, footer }: Parts): string {
  const blocks = [
    greeting,
    ...before,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...after,
    `-- \n${footer}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";

/** Styles are attributes of the elements, because mail programs remove style sheets. The mail loads no pictures. */
function toHtml(
  parts: Parts,
  { title, language, server }: { title: string; language: Language; server: string },
): string {
  const { greeting, before, code, button, linkHint, after, footer } = parts;
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const codeBlock = (text: string) =>
    `<p style="margin:24px 0;padding:16px;background:#f1f1f4;color:#17171c;border-radius:8px;text-align:center;font:700 26px ui-monospace,monospace;letter-spacing:3px">${escaped(text)}</p>`;
  const buttonBlock = ({ label, link }: { label: string; link: string }) =>
    `<p style="margin:24px 0;text-align:center"><a href="${escaped(link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#b3261e;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>` +
    `<p style="margin:0 0 16px;font-size:13px;color:#5f5f6b">${escaped(linkHint)}<br><a href="${escaped(link)}" style="color:#5f5f6b;word-break:break-all">${escaped(link)}</a></p>`;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(title)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#ffffff;color:#17171c;${font};font-size:16px;line-height:1.5">`,
    '<div style="max-width:480px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-weight:700">${escaped(server)}</p>`,
    ...[greeting, ...before].map(paragraph),
    code === undefined ? '' : codeBlock(code),
    button ? buttonBlock(button) : '',
    ...after.map(paragraph),
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dcdce2;font-size:13px;color:#5f5f6b">${escaped(footer)}</p>`,
    '</div></body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
