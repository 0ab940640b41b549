import { type Language, languages } from '@matinee/contract/languages.ts';
import { describe, expect, test } from 'vitest';
import { mailLanguage } from './mail.port.ts';
import type { SealedMail } from './mail-outbox.ts';
import { renderMail, textsIn } from './render-mail.ts';
import type { MailTexts } from './texts/mail-texts.ts';

const everything = {
  username: 'anna',
  code: 'ABCD-EFGH',
  link: 'https://watch.example.org/verify#kind=sign_in&token=ABCD-EFGH',
  minutes: '15',
  hours: '24',
  reason: 'too many cats',
  at: '2026-01-01 00:00 UTC',
  email: 'b***@example.org',
};
const tags = Object.keys(languages) as Language[];
const english = textsIn.en;
const notTemplates = new Set(['greeting', 'footer', 'linkHint']);
const templates = Object.keys(english).filter((name) => !notTemplates.has(name)) as SealedMail['template'][];

/** The values that the texts of a template use. */
function namedIn(texts: MailTexts, template: SealedMail['template']) {
  const { subject, before, after } = texts[template];
  const text = [subject, ...before, ...after].join(' ');
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** Exactly the values that the texts of a template use. */
function valuesFor(template: SealedMail['template']) {
  const { subject, before, after, button } = english[template];
  const text = [subject, ...before, ...after].join(' ');
  const isNamed = (name: string) => text.includes(`{${name}}`) || (name === 'link' && button !== undefined);
  const values = Object.entries(everything).filter(([name]) => isNamed(name) || name === 'username');
  return Object.fromEntries(values) as SealedMail['values'];
}

describe.each(tags)('in %s', (language) => {
  test.each(templates)('[MA7] %s is whole: greeting, every value, footer, in text and HTML', (template) => {
    const values = valuesFor(template);
    const { subject, text, html } = renderMail({ template, values, language }, 'Kino');
    expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined/);
    expect(text).toContain(textsIn[language].greeting.named.replace('{username}', 'anna'));
    for (const [name, value] of Object.entries(values)) {
      if (name === 'username' || name === 'hours' || name === 'minutes') continue;
      expect(text + subject).toContain(value);
      expect(html).toContain(value.replaceAll('&', '&amp;'));
    }
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(subject).not.toMatch(/\n/);
  });

  test('[MA7] every template names the same values as in English', () => {
    for (const template of templates)
      expect(namedIn(textsIn[language], template), template).toEqual(namedIn(english, template));
  });
});

test('[MA7] somebody without a name yet is greeted without one', () => {
  const { text } = renderMail(
    { template: 'registration', values: { ...valuesFor('registration'), username: '' } as never, language: 'de' },
    'Kino',
  );
  expect(text).toMatch(/^Hallo,$/m);
});

test('[MA7] values are text: they make no markup, no second placeholder and no header', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&{code}\r\nBcc: bert@example.org';
  const values = { username: evil, reason: evil };
  const { subject, html, text } = renderMail({ template: 'review_rejected', values, language: 'en' }, evil);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{code}');
  expect(text).toContain('{code}');
  expect(subject).not.toMatch(/[\r\n]/);
});

test('[MA7] a language tag chooses the nearest of ours', () => {
  expect(mailLanguage('de-AT')).toBe('de');
  expect(mailLanguage('DE')).toBe('de');
  expect(mailLanguage('', 'de')).toBe('de');
  expect(mailLanguage('en', 'de')).toBe('en');
  expect(mailLanguage('es-MX')).toBe('es');
  expect(mailLanguage('tlh', undefined)).toBe('en');
});
