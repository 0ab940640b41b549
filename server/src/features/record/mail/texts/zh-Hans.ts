import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = '如果不是你本人操作，请登录并修改密码，再让不认识的设备退出登录。';
const ignore = '如果这不是你的请求，可以忽略此邮件：没有验证码，什么都不会发生。';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const chineseTexts: MailTexts = {
  greeting: { named: '{username}，你好：', plain: '你好：' },
  footer: '此邮件由 {server} 发送，回复无人查看。',
  linkHint: '如果按钮无法使用，请打开此地址：',
  sign_in: {
    subject: '{code} 是你的 {server} 登录验证码',
    before: ['请用此验证码登录 {server}：'],
    button: '登录',
    after: ['验证码 {minutes} 分钟内有效，只能使用一次。请勿告诉任何人。', ignore],
  },
  registration: {
    subject: '{code} 是你的 {server} 注册验证码',
    before: ['请用此验证码验证邮箱，并在 {server} 创建账号：'],
    button: '创建账号',
    after: ['验证码 {minutes} 分钟内有效，只能使用一次。', ignore],
  },
  already_registered: {
    subject: '你在 {server} 已有账号',
    before: ['有人（很可能是你）想用这个邮箱在 {server} 创建账号，但它已经绑定了一个账号。'],
    button: '登录',
    after: ['如果忘记了密码，可以用邮箱登录，或设置新密码。'],
  },
  address_wanted: {
    subject: '有人想在 {server} 使用你的邮箱',
    before: ['有人想在 {server} 把这个邮箱添加到另一个账号。它已绑定你的账号，因此没有做任何更改。'],
    after: ['如果是你本人，请先从现在的账号移除邮箱，再添加到另一个账号。'],
  },
  verification: {
    subject: '{code} 是你的 {server} 邮箱验证码',
    before: ['请用此验证码确认这个邮箱是你的：'],
    button: '验证邮箱',
    after: ['验证码 {hours} 小时内有效，只能使用一次。', ignore],
  },
  password_reset: {
    subject: '{code} 是你在 {server} 设置新密码的验证码',
    before: ['请用此验证码设置新密码：'],
    button: '设置新密码',
    after: ['验证码 {minutes} 分钟内有效，只能使用一次。修改密码后，所有设备都会退出登录。', ignore],
  },
  mfa_code: {
    subject: '{code} 是你的 {server} 两步验证码',
    before: ['登录 {server} 需要此验证码：'],
    after: [
      '验证码 {minutes} 分钟内有效，只能使用一次，且仅用于本次登录。',
      '如果你现在没有登录，说明有人知道了你的密码，请立即修改。',
    ],
  },
  verification_code: {
    subject: '{code} 用于确认你在 {server} 的更改',
    before: ['你正在更改账号的重要信息。请用此验证码确认是你本人：'],
    after: ['验证码 {minutes} 分钟内有效，只能使用一次。', '如果你现在没有做任何更改，请退出所有设备并修改密码。'],
  },
  review_approved: {
    subject: '欢迎加入 {server}',
    before: ['你在 {server} 的账号已通过审核，现在可以登录了。'],
    button: '登录',
    after: [],
  },
  review_rejected: {
    subject: '你在 {server} 的账号申请',
    before: ['你在 {server} 的账号申请未通过。', '{reason}'],
    after: [],
  },
  password_changed: notice('密码已修改', '你在 {server} 的账号密码已修改。'),
  passkey_added: notice('已添加通行密钥', '你在 {server} 的账号添加了一个通行密钥。'),
  passkey_removed: notice('已移除通行密钥', '你在 {server} 的账号移除了一个通行密钥。'),
  totp_added: notice('已添加验证器应用', '你在 {server} 的账号添加了验证器应用。'),
  totp_removed: notice('已移除验证器应用', '你在 {server} 的账号移除了验证器应用。'),
  recovery_codes_made: notice('已生成新恢复码', '你在 {server} 的账号生成了新恢复码，旧的已失效。'),
  two_factor_on: notice('两步验证已开启', '你在 {server} 的账号开启了两步验证。'),
  two_factor_off: notice('两步验证已关闭', '你在 {server} 的账号关闭了两步验证。'),
  account_linked: notice('已关联外部账号', '你在 {server} 的账号关联了一个外部账号。'),
  account_unlinked: notice('已取消关联外部账号', '你在 {server} 的账号取消关联了一个外部账号。'),
  email_changed: notice('邮箱已更换', '你在 {server} 的账号邮箱现在是 {email}，原邮箱不再使用。'),
  email_removed: notice('邮箱已移除', '你在 {server} 的账号移除了这个邮箱。'),
  notifications: {
    subject: '{title} – {server}',
    before: ['你离开 {server} 期间发生了这些事：', '{items}'],
    button: '去看看',
    after: ['可在偏好设置中选择接收哪些邮件。'],
  },
  test: {
    subject: '来自 {server} 的测试邮件',
    before: ['这是一封测试邮件。你能读到它，说明 {server} 可以发送邮件。'],
    after: [],
  },
};
