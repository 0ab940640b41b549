import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = '心当たりがない場合は、ログインしてパスワードを変更し、見覚えのないセッションを終了してください。';
const ignore = 'お心当たりがない場合は、このメールを無視してください。コードを使わない限り、何も起こりません。';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const japaneseTexts: MailTexts = {
  greeting: { named: '{username}さん、こんにちは。', plain: 'こんにちは。' },
  footer: 'このメールは{server}からお送りしています。返信されてもお読みできません。',
  linkHint: 'ボタンが使えない場合は、次のアドレスを開いてください。',
  sign_in: {
    subject: '{server}のログインコード：{code}',
    before: ['{server}にログインするためのコードです。'],
    button: 'ログイン',
    after: ['コードは{minutes}分間、1回だけ使えます。誰にも教えないでください。', ignore],
  },
  registration: {
    subject: '{server}の登録コード：{code}',
    before: ['メールアドレスを確認し、{server}のアカウントを作成するためのコードです。'],
    button: 'アカウントを作成',
    after: ['コードは{minutes}分間、1回だけ使えます。', ignore],
  },
  already_registered: {
    subject: '{server}のアカウントをすでにお持ちです',
    before: [
      'このアドレスで{server}のアカウントを作成しようとした方がいます（おそらくご本人です）。このアドレスはすでにアカウントに登録されています。',
    ],
    button: 'ログイン',
    after: ['パスワードをお忘れの場合は、メールでログインするか、新しいパスワードを設定してください。'],
  },
  address_wanted: {
    subject: '{server}であなたのアドレスが使われようとしました',
    before: [
      '{server}で、このアドレスを別のアカウントに追加しようとした方がいます。このアドレスはあなたのアカウントに登録されているため、何も変更していません。',
    ],
    after: ['ご本人の場合は、今のアカウントからアドレスを削除してから、別のアカウントに追加してください。'],
  },
  verification: {
    subject: '{server}のアドレス確認コード：{code}',
    before: ['このアドレスがご本人のものであることを確認するためのコードです。'],
    button: 'アドレスを確認',
    after: ['コードは{hours}時間、1回だけ使えます。', ignore],
  },
  password_reset: {
    subject: '{server}のパスワード再設定コード：{code}',
    before: ['新しいパスワードを設定するためのコードです。'],
    button: '新しいパスワードを設定',
    after: ['コードは{minutes}分間、1回だけ使えます。パスワードを変更すると、すべてのセッションが終了します。', ignore],
  },
  mfa_code: {
    subject: '{server}の2要素認証コード：{code}',
    before: ['{server}へのログインに必要なコードです。'],
    after: [
      'コードは{minutes}分間、このログインに1回だけ使えます。',
      '今ログインしようとしていない場合、誰かがあなたのパスワードを知っています。パスワードを変更してください。',
    ],
  },
  verification_code: {
    subject: '{server}での変更の確認コード：{code}',
    before: ['アカウントの重要な変更が行われようとしています。ご本人であることを確認するためのコードです。'],
    after: [
      'コードは{minutes}分間、1回だけ使えます。',
      '今何も変更していない場合は、セッションを終了し、パスワードを変更してください。',
    ],
  },
  review_approved: {
    subject: '{server}へようこそ',
    before: ['{server}のアカウントが承認されました。ログインできます。'],
    button: 'ログイン',
    after: [],
  },
  review_rejected: {
    subject: '{server}のアカウントについて',
    before: ['{server}のアカウントの申請は承認されませんでした。', '{reason}'],
    after: [],
  },
  password_changed: notice('パスワードが変更されました', '{server}のアカウントのパスワードが変更されました。'),
  passkey_added: notice('パスキーが追加されました', '{server}のアカウントにパスキーが追加されました。'),
  passkey_removed: notice('パスキーが削除されました', '{server}のアカウントからパスキーが削除されました。'),
  totp_added: notice('認証アプリが追加されました', '{server}のアカウントに認証アプリが追加されました。'),
  totp_removed: notice('認証アプリが削除されました', '{server}のアカウントから認証アプリが削除されました。'),
  recovery_codes_made: notice(
    'リカバリーコードが再発行されました',
    '{server}のアカウントのリカバリーコードが再発行されました。以前のコードは使えません。',
  ),
  two_factor_on: notice('2要素認証がオンになりました', '{server}のアカウントの2要素認証がオンになりました。'),
  two_factor_off: notice('2要素認証がオフになりました', '{server}のアカウントの2要素認証がオフになりました。'),
  account_linked: notice('外部アカウントが連携されました', '{server}のアカウントに外部アカウントが連携されました。'),
  account_unlinked: notice(
    '外部アカウントの連携が解除されました',
    '{server}のアカウントと外部アカウントの連携が解除されました。',
  ),
  email_changed: notice(
    'メールアドレスが変更されました',
    '{server}のアカウントのメールアドレスが{email}に変更されました。このアドレスは今後使われません。',
  ),
  email_removed: notice('メールアドレスが削除されました', '{server}のアカウントからこのアドレスが削除されました。'),
  notifications: {
    subject: '{title} – {server}',
    before: ['{server}を離れている間に、次のことがありました。', '{items}'],
    button: '見てみる',
    after: ['受け取るメールは個人設定で変更できます。'],
  },
  test: {
    subject: '{server}からのテストメール',
    before: ['これはテストメールです。このメールが届いていれば、{server}はメールを送信できます。'],
    after: [],
  },
};
