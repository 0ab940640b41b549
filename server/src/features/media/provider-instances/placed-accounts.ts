import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { ProviderBackendService } from '@matinee/contract/gen/service/provider/backend/provider_backend_service_pb.ts';
import type { CustomLoginRequest } from '@matinee/contract/gen/service/provider/custom_pb.ts';
import { withoutHiddenCharacters } from '@matinee/contract/shown-text.ts';
import { isUrl } from '../../../kernel/http/urls.ts';
import { sourceOfLink } from '../../../providers/custom/custom.provider.ts';
import type {
  AccountKind,
  ListQuery,
  MediaProvider,
  OpenAccount,
  ProviderTools,
  SearchQuery,
  SignedIn,
  SourceCase,
} from '../../../providers/provider.ts';
import { providerErrors } from '../providers/providers.errors.ts';
import { kindKey, kindOf, kindsAt, type Links, requireKind, toAccount } from './kinds.ts';
import { instanceErrors, instanceReasons } from './provider-instances.errors.ts';
import { fromListed } from './wire/listed.ts';

const { method } = ProviderBackendService;

/** The same accounts, with calls about an instance's accounts sent to that instance. [PI9] */
export function placeAccounts(
  provider: MediaProvider,
  kind: AccountKind<SourceCase>,
  links: Links,
): AccountKind<SourceCase> {
  const isAway = ({ instanceName = '' }: OpenAccount) => instanceName !== '';

  async function list(account: OpenAccount, query: ListQuery, search = '') {
    const { folder, after, limit, password = '' } = query;
    const instance = account.instanceName!;
    const asked = { provider: kindOf(provider, account), account: toAccount(account), folder, limit, password, search };
    const answer = await links
      .linkTo(instance)
      .ask(method.list, requireKind(links, instance, { ...asked, after: after ?? '' }));
    return fromListed(answer, { provider, kind: asked.provider, accountId: account.id, after, limit });
  }

  return {
    ...kind,
    signIn: (request, tools) => {
      const instance = instanceToSignIn(provider, request, links);
      if (instance === '') return kind.signIn(request, tools);
      return signInAt(instance, provider, request, tools.deviceId, links);
    },
    signOut: async (account, tools) => {
      if (!isAway(account)) return kind.signOut?.(account, tools);
      const request = { provider: kindOf(provider, account), account: toAccount(account) };
      await links.linkTo(account.instanceName!).ask(method.signOut, request);
    },
    verify: async (account, tools) => {
      if (!isAway(account)) return kind.verify(account, tools);
      const request = { provider: kindOf(provider, account), account: toAccount(account) };
      await links.linkTo(account.instanceName!).ask(method.verify, request);
    },
    list: (account, query, tools) => (isAway(account) ? list(account, query) : kind.list(account, query, tools)),
    ...(kind.search
      ? {
          search: (account: OpenAccount, query: SearchQuery, tools: ProviderTools) =>
            isAway(account) ? list(account, query, query.text) : kind.search!(account, query, tools),
        }
      : {}),
    ...(provider.sourceCase === 'custom' ? { recognize: recognizing(links) as never } : {}),
  };
}

/** [CU2] */
function recognizing(links: Links): NonNullable<AccountKind<'custom'>['recognize']> {
  return (text, { id, host, instance_name: instance }) => {
    const kind = kindsAt(links, instance ?? '').find(({ provider }) => provider === host);
    const link = text.trim();
    if (!kind || !/^https?:/i.test(link) || !isUrl(link)) return undefined;
    const { hostname } = new URL(link);
    const fits = kind.linkHosts.some((one) =>
      one.startsWith('*.') ? hostname.endsWith(one.slice(1)) : hostname === one,
    );
    return fits ? sourceOfLink(link, kind.provider, id) : undefined;
  };
}

/**
 * The instance named in the request. If it names none and the provider is not built in, the first instance that serves
 * the provider.
 */
function instanceToSignIn(provider: MediaProvider, request: MessageShape<DescMessage>, links: Links): string {
  const { instanceName = '' } = request as { instanceName?: string };
  if (instanceName !== '' || provider.sourceCase !== 'custom') return instanceName;
  const { provider: kind } = request as CustomLoginRequest;
  const found = links.all().find(({ row }) => kindsAt(links, row.name).some((one) => one.provider === kind));
  if (!found) throw providerErrors.unknown_provider();
  return found.row.name;
}

async function signInAt(
  instance: string,
  provider: MediaProvider,
  request: MessageShape<DescMessage>,
  deviceId: string,
  links: Links,
): Promise<SignedIn> {
  const isCustom = provider.sourceCase === 'custom';
  const { provider: own, fields } = request as CustomLoginRequest;
  const kind = isCustom ? own : provider.name;
  const schema = provider.accounts!.service.method.login!.input;
  const login = isCustom
    ? { case: 'fields' as const, value: { values: fields } }
    : { case: 'message' as const, value: toBinary(schema, Object.assign({ ...request }, { instanceName: '' })) };
  if (!links.all().some(({ row }) => row.name === instance)) throw instanceErrors.not_found();
  const asked = requireKind(links, instance, { provider: kind, login, deviceId });
  const { violations, host, name, credentials } = await links.linkTo(instance).ask(method.signIn, asked);
  const [first] = violations;
  if (first)
    throw providerErrors.invalid_source({
      message: `${withoutHiddenCharacters(first.field)}: ${withoutHiddenCharacters(first.description)}`,
      violations: violations.map(({ field, description: why }) => ({
        field: `fields.${field}`,
        ...instanceReasons.login_refused({ why: withoutHiddenCharacters(why) }),
      })),
    });
  if (!isCustom) return { host, name, credentials, instanceName: instance };
  const shown = [name, host].filter(Boolean).join(' · ');
  return { host: kind, name: shown, credentials: { ...credentials, [kindKey]: kind }, instanceName: instance };
}
