import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import type { Reason } from '@matinee/contract/reasons.ts';
import { z } from 'zod';
import { isUrl } from '../../../kernel/http/urls.ts';
import { because, settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import { checked, line, listOf, type Shape } from '../../../kernel/settings/setting-shapes.ts';
import { oauth2Reasons } from './oauth2.errors.ts';

/** Kinds of providers that need only a client id and secret. */
const socialKinds = ['google', 'microsoft', 'github', 'gitlab', 'discord', 'gitee', 'qq', 'feishu'] as const;
/** Kinds that use OpenID Connect with an issuer that the operator configures. */
const issuerKinds = ['oidc', 'casdoor', 'logto'] as const;

const clientId = line(1, 512);
const clientSecret = z
  .string(because(oauth2Reasons.secret_missing()))
  .min(1, because(settingReasons.empty()))
  .max(4096, because(settingReasons.too_long({ max: 4096 })))
  .refine((v) => !/\p{Cc}/u.test(v), because(settingReasons.control_characters()));

/**
 * The reason why `value` is not a valid issuer. OpenID Connect Discovery 1.0, section 2: https, no query, no fragment.
 * TLS is not required on loopback addresses.
 */
function notAnIssuer(value: string): Reason | undefined {
  if (!isUrl(value) || /\s/.test(value)) return oauth2Reasons.not_a_url({ example: 'https://id.example.org' });
  const { protocol, hostname, username, password } = new URL(value);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) return settingReasons.not_https();
  if (/[?#]/.test(value)) return oauth2Reasons.query_or_fragment();
  return username === '' && password === '' ? undefined : settingReasons.credentials_inside();
}

const social = z.strictObject(
  { clientId, clientSecret },
  because(oauth2Reasons.properties_expected({ properties: 'clientId, clientSecret' })),
);
const issuer = z.strictObject(
  { clientId, clientSecret, issuer: checked(line(1, 2000), notAnIssuer) },
  because(oauth2Reasons.properties_expected({ properties: 'clientId, clientSecret, issuer' })),
);
const apple = z
  .strictObject(
    {
      webClientId: clientId.optional(),
      webClientSecret: clientSecret.optional(),
      nativeClientId: clientId.optional(),
      nativeClientSecret: clientSecret.optional(),
    },
    because(oauth2Reasons.pair_expected()),
  )
  .superRefine((value, context) => {
    const pairs = ['web', 'native'] as const;
    const half = pairs.find(
      (pair) => (value[`${pair}ClientId`] === undefined) !== (value[`${pair}ClientSecret`] === undefined),
    );
    if (half !== undefined)
      context.addIssue({
        code: 'custom',
        message: because(oauth2Reasons.half_a_pair({ id: `${half}ClientId`, secret: `${half}ClientSecret` })),
      });
    else if (value.webClientId === undefined && value.nativeClientId === undefined)
      context.addIssue({ code: 'custom', message: because(oauth2Reasons.no_pair()) });
  });

type Kinds = { [K in (typeof socialKinds)[number]]?: z.infer<typeof social> | undefined } & {
  [K in (typeof issuerKinds)[number]]?: z.infer<typeof issuer> | undefined;
} & { apple?: z.infer<typeof apple> | undefined };

/** One provider instance; exactly one of the kinds is set. */
export type OAuth2Provider = Kinds & {
  readonly instanceName: string;
  /** False: only people who have already linked the account can sign in with it. */
  readonly enableSignup: boolean;
  readonly signupNeedReview: boolean;
};

/** Names of all kinds, as in the contract. */
export const providerKinds: readonly (keyof Kinds)[] = [...issuerKinds, 'apple', ...socialKinds];

const flag = z.boolean(because(settingReasons.not_a_boolean())).default(false);
const fields: Record<string, z.ZodType> = {
  instanceName: z
    .string(because(settingReasons.not_a_text()))
    .regex(/^[A-Za-z0-9_-]{1,64}$/, because(oauth2Reasons.bad_name())),
  enableSignup: flag,
  signupNeedReview: flag,
  apple: apple.optional(),
  ...Object.fromEntries(socialKinds.map((kind) => [kind, social.optional()])),
  ...Object.fromEntries(issuerKinds.map((kind) => [kind, issuer.optional()])),
};

const provider = checked(
  z.strictObject(fields, because(oauth2Reasons.provider_expected())) as unknown as z.ZodType<OAuth2Provider>,
  (value) => {
    const set = providerKinds.filter((kind) => value[kind] !== undefined);
    if (set.length === 0) return oauth2Reasons.no_kind({ kinds: providerKinds.join(', ') });
    return set.length === 1 ? undefined : oauth2Reasons.two_kinds({ kinds: set.join(', ') });
  },
);

/** Maximum number of provider instances: each is a button on the sign-in page. */
const maxProviders = 50;

/** The registry of provider instances. */
export const providers: Shape<OAuth2Provider[]> = {
  kind: SettingKind.OAUTH2_PROVIDERS,
  schema: listOf(provider, ({ instanceName }) => instanceName, maxProviders),
  min: 0,
  max: maxProviders,
  options: providerKinds,
  secrets: {
    properties: [
      { name: 'clientSecret', boundTo: ['clientId', 'issuer'] },
      { name: 'webClientSecret', boundTo: ['webClientId'] },
      { name: 'nativeClientSecret', boundTo: ['nativeClientId'] },
    ],
    itemKey: ({ instanceName }) => String(instanceName),
  },
};
