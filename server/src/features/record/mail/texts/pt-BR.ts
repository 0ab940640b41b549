import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = 'Se não foi você, entre, altere sua senha e encerre as sessões que não reconhecer.';
const ignore = 'Se você não pediu isto, pode ignorar este e-mail: sem o código, nada acontece.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const portugueseTexts: MailTexts = {
  greeting: { named: 'Olá, {username}!', plain: 'Olá!' },
  footer: 'Este e-mail foi enviado por {server}. Ninguém lê as respostas.',
  linkHint: 'Se o botão não funcionar, abra este endereço:',
  sign_in: {
    subject: '{code} é seu código para entrar em {server}',
    before: ['Com este código, você entra em {server}:'],
    button: 'Entrar',
    after: ['O código vale uma vez, por {minutes} minutos. Não o passe a ninguém.', ignore],
  },
  registration: {
    subject: '{code} é seu código para criar uma conta em {server}',
    before: ['Com este código, você confirma seu endereço e cria uma conta em {server}:'],
    button: 'Criar conta',
    after: ['O código vale uma vez, por {minutes} minutos.', ignore],
  },
  already_registered: {
    subject: 'Você já tem uma conta em {server}',
    before: [
      'Alguém, provavelmente você, pediu para criar uma conta em {server} com este endereço. Ele já pertence a uma conta.',
    ],
    button: 'Entrar',
    after: ['Se você esqueceu a senha, entre com e-mail ou defina uma nova senha.'],
  },
  address_wanted: {
    subject: 'Alguém quer usar seu endereço em {server}',
    before: [
      'Alguém pediu para adicionar este endereço a outra conta em {server}. Ele pertence à sua conta, então nada foi alterado.',
    ],
    after: ['Se foi você, remova o endereço da primeira conta antes de adicioná-lo à outra.'],
  },
  verification: {
    subject: '{code} confirma seu endereço em {server}',
    before: ['Com este código, você confirma que este endereço é seu:'],
    button: 'Confirmar endereço',
    after: ['O código vale uma vez, por {hours} horas.', ignore],
  },
  password_reset: {
    subject: '{code} é seu código para uma nova senha em {server}',
    before: ['Com este código, você define uma nova senha:'],
    button: 'Definir nova senha',
    after: [
      'O código vale uma vez, por {minutes} minutos. Todas as suas sessões terminam quando a senha muda.',
      ignore,
    ],
  },
  mfa_code: {
    subject: '{code} é seu segundo passo em {server}',
    before: ['Para entrar em {server}, é preciso este código:'],
    after: [
      'O código vale uma vez, por {minutes} minutos, e só para este login.',
      'Se você não está entrando agora, alguém sabe sua senha: altere-a.',
    ],
  },
  verification_code: {
    subject: '{code} confirma uma alteração em {server}',
    before: ['Você está alterando algo importante na sua conta. Este código confirma que é você:'],
    after: [
      'O código vale uma vez, por {minutes} minutos.',
      'Se você não está alterando nada agora, encerre suas sessões e altere sua senha.',
    ],
  },
  review_approved: {
    subject: 'Boas-vindas a {server}',
    before: ['Sua conta em {server} foi aprovada. Você já pode entrar.'],
    button: 'Entrar',
    after: [],
  },
  review_rejected: {
    subject: 'Sua conta em {server}',
    before: ['Seu pedido de uma conta em {server} foi recusado.', '{reason}'],
    after: [],
  },
  password_changed: notice('Sua senha foi alterada', 'A senha da sua conta em {server} foi alterada.'),
  passkey_added: notice(
    'Uma chave de acesso foi adicionada',
    'Uma chave de acesso foi adicionada à sua conta em {server}.',
  ),
  passkey_removed: notice(
    'Uma chave de acesso foi removida',
    'Uma chave de acesso foi removida da sua conta em {server}.',
  ),
  totp_added: notice(
    'Um app autenticador foi adicionado',
    'Um app autenticador foi adicionado à sua conta em {server}.',
  ),
  totp_removed: notice('O app autenticador foi removido', 'O app autenticador foi removido da sua conta em {server}.'),
  recovery_codes_made: notice(
    'Novos códigos de recuperação foram gerados',
    'Novos códigos de recuperação foram gerados para sua conta em {server}. Os antigos não valem mais.',
  ),
  two_factor_on: notice(
    'A autenticação de dois fatores está ativada',
    'A autenticação de dois fatores foi ativada na sua conta em {server}.',
  ),
  two_factor_off: notice(
    'A autenticação de dois fatores está desativada',
    'A autenticação de dois fatores foi desativada na sua conta em {server}.',
  ),
  account_linked: notice('Outra conta foi vinculada', 'Uma conta externa foi vinculada à sua conta em {server}.'),
  account_unlinked: notice(
    'Uma conta vinculada foi removida',
    'Uma conta externa foi desvinculada da sua conta em {server}.',
  ),
  email_changed: notice(
    'Seu endereço de e-mail foi alterado',
    'O endereço da sua conta em {server} agora é {email}. Este endereço não é mais usado.',
  ),
  email_removed: notice('Seu endereço de e-mail foi removido', 'Este endereço foi removido da sua conta em {server}.'),
  notifications: {
    subject: '{title} – {server}',
    before: ['Isto aconteceu em {server} enquanto você estava fora:', '{items}'],
    button: 'Ver',
    after: ['Nas suas preferências, você escolhe quais e-mails recebe.'],
  },
  test: {
    subject: 'E-mail de teste de {server}',
    before: ['Este é um e-mail de teste. Se você o lê, {server} consegue enviar e-mails.'],
    after: [],
  },
};
