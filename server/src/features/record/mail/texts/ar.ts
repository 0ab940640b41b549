import type { MailText, MailTexts } from './mail-texts.ts';

const notYou = 'إن لم يكن ذلك منك، فسجّل الدخول وغيّر كلمة المرور وأنهِ الجلسات التي لا تعرفها.';
const ignore = 'إن لم تطلب ذلك، فيمكنك تجاهل هذه الرسالة: لا يحدث شيء من دون الرمز.';

function notice(subject: string, sentence: string): MailText {
  return { subject: `${subject} – {server}`, before: [sentence, '{at}'], after: [notYou] };
}

export const arabicTexts: MailTexts = {
  greeting: { named: 'مرحبًا {username}،', plain: 'مرحبًا،' },
  footer: 'أرسل {server} هذه الرسالة. لا يقرأ أحد الردود عليها.',
  linkHint: 'إذا لم يعمل الزر، فافتح هذا العنوان:',
  sign_in: {
    subject: '{code} هو رمز دخولك إلى {server}',
    before: ['بهذا الرمز تسجّل الدخول إلى {server}:'],
    button: 'تسجيل الدخول',
    after: ['يعمل الرمز مرة واحدة، ومدة صلاحيته بالدقائق: {minutes}. لا تعطه لأحد.', ignore],
  },
  registration: {
    subject: '{code} هو رمز إنشاء حسابك على {server}',
    before: ['بهذا الرمز تؤكد عنوانك وتنشئ حسابًا على {server}:'],
    button: 'إنشاء الحساب',
    after: ['يعمل الرمز مرة واحدة، ومدة صلاحيته بالدقائق: {minutes}.', ignore],
  },
  already_registered: {
    subject: 'لديك حساب على {server} بالفعل',
    before: ['طُلب إنشاء حساب على {server} بهذا العنوان، والأرجح أن الطلب منك. العنوان مرتبط بحساب بالفعل.'],
    button: 'تسجيل الدخول',
    after: ['إذا نسيت كلمة المرور، فسجّل الدخول بالبريد الإلكتروني أو عيّن كلمة مرور جديدة.'],
  },
  address_wanted: {
    subject: 'يريد شخص استخدام عنوانك على {server}',
    before: ['طلب شخص إضافة هذا العنوان إلى حساب آخر على {server}. وهو مرتبط بحسابك، فلم يتغيّر شيء.'],
    after: ['إن كان الطلب منك، فأزل العنوان من الحساب الأول قبل إضافته إلى الآخر.'],
  },
  verification: {
    subject: '{code} لتأكيد عنوانك على {server}',
    before: ['بهذا الرمز تؤكد أن هذا العنوان لك:'],
    button: 'تأكيد العنوان',
    after: ['يعمل الرمز مرة واحدة، ومدة صلاحيته بالساعات: {hours}.', ignore],
  },
  password_reset: {
    subject: '{code} هو رمز كلمة المرور الجديدة على {server}',
    before: ['بهذا الرمز تعيّن كلمة مرور جديدة:'],
    button: 'تعيين كلمة المرور',
    after: ['يعمل الرمز مرة واحدة، ومدة صلاحيته بالدقائق: {minutes}. عند تغيير كلمة المرور تنتهي جميع جلساتك.', ignore],
  },
  mfa_code: {
    subject: '{code} هو رمز الخطوة الثانية على {server}',
    before: ['يطلب تسجيل دخولك إلى {server} هذا الرمز:'],
    after: [
      'يعمل الرمز مرة واحدة ولعملية الدخول هذه فقط، ومدة صلاحيته بالدقائق: {minutes}.',
      'إن لم تكن تسجّل الدخول الآن، فهناك من يعرف كلمة مرورك: غيّرها.',
    ],
  },
  verification_code: {
    subject: '{code} لتأكيد تغيير على {server}',
    before: ['أنت تغيّر شيئًا مهمًا في حسابك. هذا الرمز يؤكد أن التغيير منك:'],
    after: [
      'يعمل الرمز مرة واحدة، ومدة صلاحيته بالدقائق: {minutes}.',
      'إن لم تكن تغيّر شيئًا الآن، فأنهِ جلساتك وغيّر كلمة المرور.',
    ],
  },
  review_approved: {
    subject: 'أهلًا بك في {server}',
    before: ['تمت الموافقة على حسابك على {server}. يمكنك تسجيل الدخول الآن.'],
    button: 'تسجيل الدخول',
    after: [],
  },
  review_rejected: {
    subject: 'حسابك على {server}',
    before: ['رُفض طلبك لإنشاء حساب على {server}.', '{reason}'],
    after: [],
  },
  password_changed: notice('تم تغيير كلمة المرور', 'تم تغيير كلمة مرور حسابك على {server}.'),
  passkey_added: notice('أُضيف مفتاح مرور', 'أُضيف مفتاح مرور إلى حسابك على {server}.'),
  passkey_removed: notice('أُزيل مفتاح مرور', 'أُزيل مفتاح مرور من حسابك على {server}.'),
  totp_added: notice('أُضيف تطبيق مصادقة', 'أُضيف تطبيق مصادقة إلى حسابك على {server}.'),
  totp_removed: notice('أُزيل تطبيق المصادقة', 'أُزيل تطبيق المصادقة من حسابك على {server}.'),
  recovery_codes_made: notice(
    'أُنشئت رموز استرداد جديدة',
    'أُنشئت رموز استرداد جديدة لحسابك على {server}. لم تعد الرموز القديمة تعمل.',
  ),
  two_factor_on: notice('المصادقة الثنائية مفعّلة', 'فُعّلت المصادقة الثنائية لحسابك على {server}.'),
  two_factor_off: notice('المصادقة الثنائية متوقفة', 'أُوقفت المصادقة الثنائية لحسابك على {server}.'),
  account_linked: notice('رُبط حساب آخر', 'رُبط حساب خارجي بحسابك على {server}.'),
  account_unlinked: notice('أُلغي ربط حساب', 'أُلغي ربط حساب خارجي بحسابك على {server}.'),
  email_changed: notice(
    'تم تغيير بريدك الإلكتروني',
    'أصبح عنوان حسابك على {server} هو {email}. لم يعد هذا العنوان مستخدَمًا.',
  ),
  email_removed: notice('أُزيل بريدك الإلكتروني', 'أُزيل هذا العنوان من حسابك على {server}.'),
  notifications: {
    subject: '{title} – {server}',
    before: ['هذا ما حدث أثناء غيابك عن {server}:', '{items}'],
    button: 'عرض',
    after: ['تحدد تفضيلاتك الرسائل التي تصلك.'],
  },
  test: {
    subject: 'رسالة تجريبية من {server}',
    before: ['هذه رسالة تجريبية. وما دمت تقرؤها، فإن {server} يستطيع إرسال البريد.'],
    after: [],
  },
};
