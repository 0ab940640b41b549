import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = 'Si no fuiste tú, inicia sesión, cambia tu contraseña y cierra las sesiones que no reconozcas.';
const ignore = 'Si no lo pediste, puedes ignorar este correo: sin el código no pasa nada.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const spanishTexts: MailTexts = {
  greeting: { named: 'Hola, {username}:', plain: 'Hola:' },
  footer: '{server} ha enviado este correo. Nadie lee las respuestas.',
  linkHint: 'Si el botón no funciona, abre esta dirección:',
  sign_in: {
    subject: '{code} es tu código para iniciar sesión en {server}',
    before: ['Con este código inicias sesión en {server}:'],
    button: 'Iniciar sesión',
    after: ['El código sirve una sola vez, durante {minutes} minutos. No se lo des a nadie.', ignore],
  },
  registration: {
    subject: '{code} es tu código para crear una cuenta en {server}',
    before: ['Con este código confirmas tu dirección y creas una cuenta en {server}:'],
    button: 'Crear cuenta',
    after: ['El código sirve una sola vez, durante {minutes} minutos.', ignore],
  },
  already_registered: {
    subject: 'Ya tienes una cuenta en {server}',
    before: [
      'Alguien, probablemente tú, quiso crear una cuenta en {server} con esta dirección. Ya pertenece a una cuenta.',
    ],
    button: 'Iniciar sesión',
    after: ['Si olvidaste tu contraseña, inicia sesión con el correo o elige una nueva.'],
  },
  address_wanted: {
    subject: 'Alguien quiere usar tu dirección en {server}',
    before: [
      'Alguien quiso añadir esta dirección a otra cuenta en {server}. Pertenece a tu cuenta, así que no se cambió nada.',
    ],
    after: ['Si fuiste tú, quita la dirección de la primera cuenta antes de añadirla a la otra.'],
  },
  verification: {
    subject: '{code} confirma tu dirección en {server}',
    before: ['Con este código confirmas que esta dirección es tuya:'],
    button: 'Confirmar dirección',
    after: ['El código sirve una sola vez, durante {hours} horas.', ignore],
  },
  password_reset: {
    subject: '{code} es tu código para una nueva contraseña en {server}',
    before: ['Con este código eliges una nueva contraseña:'],
    button: 'Elegir nueva contraseña',
    after: [
      'El código sirve una sola vez, durante {minutes} minutos. Al cambiar la contraseña se cierran todas tus sesiones.',
      ignore,
    ],
  },
  mfa_code: {
    subject: '{code} es tu segundo paso en {server}',
    before: ['Tu inicio de sesión en {server} pide este código:'],
    after: [
      'El código sirve una sola vez, durante {minutes} minutos, y solo para este inicio de sesión.',
      'Si no estás iniciando sesión ahora, alguien conoce tu contraseña: cámbiala.',
    ],
  },
  verification_code: {
    subject: '{code} confirma un cambio en {server}',
    before: ['Estás cambiando algo importante en tu cuenta. Este código confirma que eres tú:'],
    after: [
      'El código sirve una sola vez, durante {minutes} minutos.',
      'Si no estás cambiando nada ahora, cierra tus sesiones y cambia tu contraseña.',
    ],
  },
  review_approved: {
    subject: 'Te damos la bienvenida a {server}',
    before: ['Tu cuenta en {server} se ha aprobado. Ya puedes iniciar sesión.'],
    button: 'Iniciar sesión',
    after: [],
  },
  review_rejected: {
    subject: 'Tu cuenta en {server}',
    before: ['Tu solicitud de una cuenta en {server} se ha rechazado.', '{reason}'],
    after: [],
  },
  password_changed: notice('Tu contraseña ha cambiado', 'Se ha cambiado la contraseña de tu cuenta en {server}.'),
  passkey_added: notice('Nueva llave de acceso', 'Se ha añadido una llave de acceso a tu cuenta en {server}.'),
  passkey_removed: notice('Llave de acceso eliminada', 'Se ha eliminado una llave de acceso de tu cuenta en {server}.'),
  totp_added: notice('Nueva app de autenticación', 'Se ha añadido una app de autenticación a tu cuenta en {server}.'),
  totp_removed: notice(
    'App de autenticación quitada',
    'Se ha quitado la app de autenticación de tu cuenta en {server}.',
  ),
  recovery_codes_made: notice(
    'Nuevos códigos de recuperación',
    'Se han creado nuevos códigos de recuperación para tu cuenta en {server}. Los anteriores ya no sirven.',
  ),
  two_factor_on: notice(
    'Autenticación de dos factores activada',
    'Se ha activado la autenticación de dos factores en tu cuenta en {server}.',
  ),
  two_factor_off: notice(
    'Autenticación de dos factores desactivada',
    'Se ha desactivado la autenticación de dos factores en tu cuenta en {server}.',
  ),
  account_linked: notice('Se ha vinculado otra cuenta', 'Se ha vinculado una cuenta externa a tu cuenta en {server}.'),
  account_unlinked: notice(
    'Se ha desvinculado una cuenta',
    'Se ha desvinculado una cuenta externa de tu cuenta en {server}.',
  ),
  email_changed: notice(
    'Tu dirección de correo ha cambiado',
    'La dirección de tu cuenta en {server} ahora es {email}. Esta dirección ya no se usa.',
  ),
  email_removed: notice(
    'Se ha quitado tu dirección de correo',
    'Se ha quitado esta dirección de tu cuenta en {server}.',
  ),
  notifications: {
    subject: '{title} – {server}',
    before: ['Esto pasó en {server} mientras no estabas:', '{items}'],
    button: 'Ver',
    after: ['En tus preferencias decides qué correos recibes.'],
  },
  test: {
    subject: 'Correo de prueba de {server}',
    before: ['Esto es un correo de prueba. Si lo estás leyendo, {server} puede enviar correos.'],
    after: [],
  },
};
