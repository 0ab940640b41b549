import type { MailText, MailTexts } from './mail-texts.ts';

const notYou =
  'Wenn du das nicht warst: Melde dich an, ändere dein Passwort und beende die Sitzungen, die du nicht kennst.';
const ignore = 'Wenn du das nicht wolltest, kannst du diese Mail ignorieren: Ohne den Code passiert nichts.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const germanTexts: MailTexts = {
  greeting: { named: 'Hallo {username},', plain: 'Hallo,' },
  footer: 'Diese Mail kommt von {server}. Antworten darauf liest niemand.',
  linkHint: 'Falls der Knopf nicht geht, öffne diese Adresse:',
  sign_in: {
    subject: '{code} ist dein Anmeldecode für {server}',
    before: ['mit diesem Code meldest du dich bei {server} an:'],
    button: 'Anmelden',
    after: ['Der Code gilt einmal und {minutes} Minuten lang. Gib ihn niemandem.', ignore],
  },
  registration: {
    subject: '{code} ist dein Code für ein Konto bei {server}',
    before: ['mit diesem Code bestätigst du deine Adresse und legst ein Konto bei {server} an:'],
    button: 'Konto anlegen',
    after: ['Der Code gilt einmal und {minutes} Minuten lang.', ignore],
  },
  already_registered: {
    subject: 'Du hast schon ein Konto bei {server}',
    before: [
      'jemand, wahrscheinlich du, wollte mit dieser Adresse ein Konto bei {server} anlegen. Sie gehört schon zu einem Konto.',
    ],
    button: 'Anmelden',
    after: ['Wenn du dein Passwort vergessen hast, melde dich per E-Mail an oder setze ein neues Passwort.'],
  },
  address_wanted: {
    subject: 'Jemand möchte deine Adresse bei {server} verwenden',
    before: [
      'jemand wollte diese Adresse einem anderen Konto bei {server} hinzufügen. Sie gehört zu deinem Konto, deshalb wurde nichts geändert.',
    ],
    after: ['Wenn du das warst, entferne die Adresse zuerst aus dem einen Konto, bevor du sie dem anderen hinzufügst.'],
  },
  verification: {
    subject: '{code} bestätigt deine Adresse bei {server}',
    before: ['mit diesem Code bestätigst du, dass diese Adresse dir gehört:'],
    button: 'Adresse bestätigen',
    after: ['Der Code gilt einmal und {hours} Stunden lang.', ignore],
  },
  password_reset: {
    subject: '{code} ist dein Code für ein neues Passwort bei {server}',
    before: ['mit diesem Code setzt du ein neues Passwort:'],
    button: 'Neues Passwort setzen',
    after: [
      'Der Code gilt einmal und {minutes} Minuten lang. Mit dem neuen Passwort enden alle deine Sitzungen.',
      ignore,
    ],
  },
  mfa_code: {
    subject: '{code} ist dein zweiter Schritt bei {server}',
    before: ['deine Anmeldung bei {server} fragt nach diesem Code:'],
    after: [
      'Der Code gilt einmal, {minutes} Minuten lang und nur für diese Anmeldung.',
      'Wenn du dich gerade nicht anmeldest, kennt jemand dein Passwort: Ändere es.',
    ],
  },
  verification_code: {
    subject: '{code} bestätigt eine Änderung bei {server}',
    before: ['du änderst gerade etwas Wichtiges an deinem Konto. Dieser Code bestätigt, dass du es bist:'],
    after: [
      'Der Code gilt einmal und {minutes} Minuten lang.',
      'Wenn du gerade nichts änderst, beende deine Sitzungen und ändere dein Passwort.',
    ],
  },
  review_approved: {
    subject: 'Willkommen bei {server}',
    before: ['dein Konto bei {server} wurde freigegeben. Du kannst dich jetzt anmelden.'],
    button: 'Anmelden',
    after: [],
  },
  review_rejected: {
    subject: 'Dein Konto bei {server}',
    before: ['deine Anfrage nach einem Konto bei {server} wurde abgelehnt.', '{reason}'],
    after: [],
  },
  password_changed: notice('Dein Passwort wurde geändert', 'das Passwort deines Kontos bei {server} wurde geändert.'),
  passkey_added: notice('Neuer Passkey', 'zu deinem Konto bei {server} kam ein Passkey hinzu.'),
  passkey_removed: notice('Passkey entfernt', 'von deinem Konto bei {server} wurde ein Passkey entfernt.'),
  totp_added: notice('Neue Authenticator-App', 'zu deinem Konto bei {server} kam eine Authenticator-App hinzu.'),
  totp_removed: notice(
    'Authenticator-App entfernt',
    'die Authenticator-App wurde von deinem Konto bei {server} entfernt.',
  ),
  recovery_codes_made: notice(
    'Neue Wiederherstellungscodes',
    'für dein Konto bei {server} wurden neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.',
  ),
  two_factor_on: notice(
    'Anmeldung mit zwei Faktoren ist an',
    'für dein Konto bei {server} wurde die Anmeldung mit zwei Faktoren eingeschaltet.',
  ),
  two_factor_off: notice(
    'Anmeldung mit zwei Faktoren ist aus',
    'für dein Konto bei {server} wurde die Anmeldung mit zwei Faktoren ausgeschaltet.',
  ),
  account_linked: notice(
    'Ein anderes Konto wurde verknüpft',
    'mit deinem Konto bei {server} wurde ein externes Konto verknüpft.',
  ),
  account_unlinked: notice(
    'Eine Verknüpfung wurde entfernt',
    'von deinem Konto bei {server} wurde die Verknüpfung zu einem externen Konto entfernt.',
  ),
  email_changed: notice(
    'Deine E-Mail-Adresse wurde geändert',
    'die Adresse deines Kontos bei {server} ist jetzt {email}. Diese Adresse wird nicht mehr verwendet.',
  ),
  email_removed: notice(
    'Deine E-Mail-Adresse wurde entfernt',
    'diese Adresse wurde von deinem Konto bei {server} entfernt.',
  ),
  notifications: {
    subject: '{title} – {server}',
    before: ['das ist bei {server} passiert, während du weg warst:', '{items}'],
    button: 'Ansehen',
    after: ['Welche Mails du bekommst, steht in deinen Einstellungen.'],
  },
  test: {
    subject: 'Testmail von {server}',
    before: ['das ist eine Testmail. Da du sie liest, kann {server} Mails verschicken.'],
    after: [],
  },
};
