import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { z } from 'zod';
import { checked, line, listOf, type Shape } from '../../kernel/settings/setting-shapes.ts';

/** Kinds of providers that need only a client. */
const socialKinds = ['google', 'microsoft', 'github', 'gitlab', 'discord', 'gitee', 'qq', 'feishu'] as const;
/** Kinds that use OpenID Connect with an issuer that the operator names. */
const issuerKinds = ['oidc', 'casdoor', 'logto'] as const;

const missing = 'is missing; the stored one stays only while the rest of the provider is the same';
const clientId = line(1, 512);
const clientSecret = z
  .string(missing)
  .min(1, 'is empty')
  .max(4096, 'has more than 4096 characters')
  .refine((v) => !/\p{Cc}/u.test(v), 'has control characters');

/**
 * Why `value` cannot be an issuer. OpenID Connect Discovery 1.0, section 2: https, no query, no fragment. Loopback may
 * do without TLS.
 */
function notAnIssuer(value: string): string | undefined {
  if (!URL.canParse(value) || /\s/.test(value)) return 'is not a URL such as https://id.example.org';
  const { protocol, hostname, username, password } = new URL(value);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) return 'does not begin with https://';
  if (/[?#]/.test(value)) return 'has a query or a fragment';
  return username === '' && password === '' ? undefined : 'has credentials';
}

const social = z.strictObject({ clientId, clientSecret }, 'must have clientId and clientSecret');
const issuer = z.strictObject(
  { clientId, clientSecret, issuer: checked(line(1, 2000), notAnIssuer) },
  'must have clientId, clientSecret and issuer',
);
const apple = z
  .strictObject(
    {
      webClientId: clientId.optional(),
      webClientSecret: clientSecret.optional(),
      nativeClientId: clientId.optional(),
      nativeClientSecret: clientSecret.optional(),
    },
    'must have webClientId with webClientSecret, or nativeClientId with nativeClientSecret',
  )
  .superRefine((value, context) => {
    const pairs = ['web', 'native'] as const;
    const half = pairs.find(
      (pair) => (value[`${pair}ClientId`] === undefined) !== (value[`${pair}ClientSecret`] === undefined),
    );
    if (half !== undefined)
      context.addIssue({ code: 'custom', message: `has only one of ${half}ClientId and ${half}ClientSecret` });
    else if (value.webClientId === undefined && value.nativeClientId === undefined)
      context.addIssue({
        code: 'custom',
        message: 'has no complete pair: webClientId with webClientSecret, or nativeClientId with nativeClientSecret',
      });
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

const flag = z.boolean('must be true or false').default(false);
const fields: Record<string, z.ZodType> = {
  instanceName: z
    .string('must be text')
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 ASCII letters, digits, _ or -'),
  enableSignup: flag,
  signupNeedReview: flag,
  apple: apple.optional(),
  ...Object.fromEntries(socialKinds.map((kind) => [kind, social.optional()])),
  ...Object.fromEntries(issuerKinds.map((kind) => [kind, issuer.optional()])),
};

const provider = checked(
  z.strictObject(
    fields,
    'must be a provider with instanceName and one of the kinds',
  ) as unknown as z.ZodType<OAuth2Provider>,
  (value) => {
    const set = providerKinds.filter((kind) => value[kind] !== undefined);
    if (set.length === 0) return `has no kind; one of these is needed: ${providerKinds.join(', ')}`;
    return set.length === 1 ? undefined : `has more than one kind: ${set.join(', ')}`;
  },
);

/** Most provider instances: each is a button on the sign-in page. */
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
