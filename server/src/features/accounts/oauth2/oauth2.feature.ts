import { LoginMethod } from '@matinee/contract/gen/service/client/sessions_pb.ts';
import { OAuth2Service } from '@matinee/contract/gen/service/oauth2/oauth2_service_pb.ts';
import { handle, handleUser } from '../../../kernel/handler.ts';
import type { KeyValue } from '../../../store/key-value/key-value.ts';
import { makeOneTimeValues } from '../../../store/key-value/one-time-values.ts';
import type { Feature } from '../../feature.ts';
import type { IssuedState } from './authorization.service.ts';
import { type LinkParts, makeLinks } from './links.service.ts';
import { makeOAuth2, type OAuth2Parts } from './oauth2.service.ts';
import { personalData } from './personal-data.ts';
import { callbackPath } from './redirects.ts';
import { makeRegistry } from './registry.ts';

type Parts = Omit<LinkParts & OAuth2Parts, 'registry' | 'links' | 'states'> & { readonly keyValue: KeyValue };

export function oauth2Feature(given: Parts): Feature {
  const registry = makeRegistry(given.settings);
  const links = makeLinks({ ...given, registry });
  const states = makeOneTimeValues<IssuedState>(given, 'oauth2:state');
  const service = makeOAuth2({ ...given, registry, links, states });
  const { method } = OAuth2Service;
  return {
    name: 'oauth2',
    personalData,
    tables: ['oauth2_links'],
    credentialKinds: [links.kind],
    linkedSignIns: [links.linkedSignIn],
    // Some providers send their answer as a form (OAuth 2.0 Form Post Response Mode).
    postedPages: [{ path: callbackPath, fields: ['code', 'state', 'iss', 'user', 'error'] }],
    loginMethods: () => (registry.list().length > 0 ? [LoginMethod.OAUTH2] : []),
    bindings: [
      handle(method.listAvailableProviders, () => service.list()),
      handle(method.getAuthorizationUrl, (request) => service.authorize(request)),
      handleUser(method.getAuthorizationUrlForBind, (request, { principal }) =>
        service.authorize(request, principal.userId),
      ),
      handle(method.exchangeAuthorizationCode, (request, call) => service.exchange(request, call)),
      handleUser(method.getLinkedProviders, (_, { principal }) => links.list(principal)),
      handleUser(method.unlinkProvider, ({ provider }, call) => links.unlink(provider, call)),
    ],
  };
}
