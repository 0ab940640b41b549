import type { MailText, MailTexts } from './mail-texts.ts';

const notYou =
  'Si ce n’était pas toi : connecte-toi, change ton mot de passe et ferme les sessions que tu ne reconnais pas.';
const ignore = 'Si tu n’as rien demandé, tu peux ignorer cet e-mail : sans le code, il ne se passe rien.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const frenchTexts: MailTexts = {
  greeting: { named: 'Bonjour {username},', plain: 'Bonjour,' },
  footer: 'Cet e-mail a été envoyé par {server}. Personne ne lit les réponses.',
  linkHint: 'Si le bouton ne marche pas, ouvre cette adresse :',
  sign_in: {
    subject: '{code} est ton code de connexion à {server}',
    before: ['Avec ce code, tu te connectes à {server} :'],
    button: 'Se connecter',
    after: ['Le code est valable une seule fois, pendant {minutes} minutes. Ne le donne à personne.', ignore],
  },
  registration: {
    subject: '{code} est ton code pour rejoindre {server}',
    before: ['Avec ce code, tu confirmes ton adresse et crées un compte sur {server} :'],
    button: 'Créer un compte',
    after: ['Le code est valable une seule fois, pendant {minutes} minutes.', ignore],
  },
  already_registered: {
    subject: 'Tu as déjà un compte sur {server}',
    before: [
      'Quelqu’un, sans doute toi, a voulu créer un compte sur {server} avec cette adresse. Elle appartient déjà à un compte.',
    ],
    button: 'Se connecter',
    after: ['Si tu as oublié ton mot de passe, connecte-toi par e-mail ou choisis un nouveau mot de passe.'],
  },
  address_wanted: {
    subject: 'Quelqu’un veut utiliser ton adresse sur {server}',
    before: [
      'Quelqu’un a voulu ajouter cette adresse à un autre compte sur {server}. Elle appartient à ton compte, donc rien n’a été modifié.',
    ],
    after: ['Si c’était toi, supprime l’adresse du premier compte avant de l’ajouter à l’autre.'],
  },
  verification: {
    subject: '{code} confirme ton adresse sur {server}',
    before: ['Avec ce code, tu confirmes que cette adresse est la tienne :'],
    button: 'Confirmer cette adresse',
    after: ['Le code est valable une seule fois, pendant {hours} heures.', ignore],
  },
  password_reset: {
    subject: '{code} est ton code pour un nouveau mot de passe sur {server}',
    before: ['Avec ce code, tu choisis un nouveau mot de passe :'],
    button: 'Changer de mot de passe',
    after: [
      'Le code est valable une seule fois, pendant {minutes} minutes. Changer de mot de passe ferme toutes tes sessions.',
      ignore,
    ],
  },
  mfa_code: {
    subject: '{code} est ta deuxième étape sur {server}',
    before: ['Ta connexion à {server} demande ce code :'],
    after: [
      'Le code est valable une seule fois, pendant {minutes} minutes, et pour cette connexion seulement.',
      'Si tu n’es pas en train de te connecter, quelqu’un connaît ton mot de passe : change-le.',
    ],
  },
  verification_code: {
    subject: '{code} confirme une modification sur {server}',
    before: ['Tu modifies quelque chose d’important dans ton compte. Ce code confirme que c’est bien toi :'],
    after: [
      'Le code est valable une seule fois, pendant {minutes} minutes.',
      'Si tu n’es pas en train de modifier quelque chose, ferme tes sessions et change ton mot de passe.',
    ],
  },
  review_approved: {
    subject: 'Bienvenue sur {server}',
    before: ['Ton compte sur {server} a été approuvé. Tu peux maintenant te connecter.'],
    button: 'Se connecter',
    after: [],
  },
  review_rejected: {
    subject: 'Ton compte sur {server}',
    before: ['Ta demande de compte sur {server} a été refusée.', '{reason}'],
    after: [],
  },
  password_changed: notice(
    'Ton mot de passe a été modifié',
    'Le mot de passe de ton compte sur {server} a été modifié.',
  ),
  passkey_added: notice('Nouvelle clé d’accès', 'Une clé d’accès a été ajoutée à ton compte sur {server}.'),
  passkey_removed: notice('Clé d’accès supprimée', 'Une clé d’accès a été supprimée de ton compte sur {server}.'),
  totp_added: notice(
    'Nouvelle appli d’authentification',
    'Une appli d’authentification a été ajoutée à ton compte sur {server}.',
  ),
  totp_removed: notice(
    'Appli d’authentification supprimée',
    'L’appli d’authentification a été supprimée de ton compte sur {server}.',
  ),
  recovery_codes_made: notice(
    'Nouveaux codes de récupération',
    'De nouveaux codes de récupération ont été créés pour ton compte sur {server}. Les anciens ne sont plus valables.',
  ),
  two_factor_on: notice(
    'Double authentification activée',
    'La double authentification a été activée pour ton compte sur {server}.',
  ),
  two_factor_off: notice(
    'Double authentification désactivée',
    'La double authentification a été désactivée pour ton compte sur {server}.',
  ),
  account_linked: notice('Un autre compte a été associé', 'Un compte externe a été associé à ton compte sur {server}.'),
  account_unlinked: notice(
    'Un compte associé a été retiré',
    'Un compte externe a été dissocié de ton compte sur {server}.',
  ),
  email_changed: notice(
    'Ton adresse e-mail a été modifiée',
    'L’adresse de ton compte sur {server} est maintenant {email}. Cette adresse-ci n’est plus utilisée.',
  ),
  email_removed: notice(
    'Ton adresse e-mail a été supprimée',
    'Cette adresse a été supprimée de ton compte sur {server}.',
  ),
  notifications: {
    subject: '{title} – {server}',
    before: ['Voici ce qui s’est passé sur {server} pendant ton absence :', '{items}'],
    button: 'Voir',
    after: ['Tes préférences indiquent quels e-mails tu reçois.'],
  },
  test: {
    subject: 'E-mail de test de {server}',
    before: ['Ceci est un e-mail de test. Si tu le lis, c’est que {server} peut envoyer des e-mails.'],
    after: [],
  },
};
