/** All methods of the contract in one table, with their options. */
import {
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';
import type { GenExtension } from '@bufbuild/protobuf/codegenv2';
import type { FieldOptions } from '@bufbuild/protobuf/wkt';
import { http } from './gen/google/api/annotations_pb.ts';
import type { HttpRule } from './gen/google/api/http_pb.ts';
import { AdminService } from './gen/service/client/admin_service_pb.ts';
import { ManagementService } from './gen/service/management/management_service_pb.ts';
import { Rate, type Rule, rule, user_http, Who } from './gen/service/meta/options_pb.ts';
import { ProviderCommonService } from './gen/service/provider/provider_common_service_pb.ts';
import { services } from './gen/services.ts';
import { remembered } from './remembered.ts';

/**
 * Services of the management endpoint, which offers only their methods for administrators. No other port serves
 * ManagementService.
 */
export const managementServices: readonly DescService[] = [AdminService, ManagementService, ProviderCommonService];

/** One HTTP route of a method. */
export interface HttpRoute {
  readonly method: DescMethod;
  readonly verb: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Path with variables in braces, by proto field name: `/api/rooms/{room_id}`. */
  readonly path: string;
  /** True: the request is in the body. False: it is in the query. */
  readonly hasBody: boolean;
  /** True: this route requires a signed-in user, even if the method's rule allows others. */
  readonly needsUser: boolean;
  /** 0 for the main route of a rule. Additional bindings, other paths for the same call, count from 1. */
  readonly place: number;
}

/** `UserService.GetProfile`: the method's name in logs, metrics and clients. */
export function methodName(method: DescMethod): string {
  return `${method.parent.name}.${method.name}`;
}

/**
 * The access rule of a method.
 * @throws Error for a method without one; the process then fails to start.
 */
export const ruleOf = remembered((method: DescMethod): Rule => {
  if (!hasOption(method, rule)) throw new Error(`${methodName(method)} declares no access rule`);
  return getOption(method, rule);
});

/** The field that an option marks; undefined if the message has none. */
export function markedField(message: DescMessage, option: GenExtension<FieldOptions, boolean>): DescField | undefined {
  return markedFields(option)(message);
}

const markedFields = remembered((option: GenExtension<FieldOptions, boolean>) =>
  remembered((message: DescMessage) => message.fields.find((field) => getOption(field, option))),
);

/** Largest requests of a method in bytes, encoded as protobuf and as JSON. */
export interface RequestLimits {
  readonly binary: number;
  readonly json: number;
}

/**
 * How large a request of `method` may be. Strangers may send requests to sign in, so these have a small limit. A few
 * methods need more than usual.
 */
export function requestLimits(method: DescMethod): RequestLimits {
  const { rate, maxRequestBytes } = ruleOf(method);
  if (maxRequestBytes > 0) return { binary: maxRequestBytes, json: maxRequestBytes };
  if (rate === Rate.AUTH) return { binary: 65_536, json: 65_536 };
  return { binary: 262_144, json: 1_048_576 };
}

/** True when calls of `method` happen inside of a room: over gRPC they carry `x-room-id`. */
export function isRoomScoped(method: DescMethod): boolean {
  const { who } = ruleOf(method);
  return who === Who.MEMBER || who === Who.MEMBER_OR_GUEST;
}

/** All methods, in the order of the files. */
export function allMethods(): DescMethod[] {
  return services.flatMap((service) => service.methods);
}

/** The HTTP routes of a method, its main route first. A bidirectional stream has none. */
export const routesOf = remembered((method: DescMethod): readonly HttpRoute[] => {
  const routes: HttpRoute[] = [];
  if (hasOption(method, http)) routes.push(...toRoutes(method, getOption(method, http), false));
  if (hasOption(method, user_http)) routes.push(...toRoutes(method, getOption(method, user_http), true));
  return routes;
});

/** A rule with its additional bindings (google/api/http.proto). Bindings cannot contain others. */
function toRoutes(method: DescMethod, rule: HttpRule, needsUser: boolean): HttpRoute[] {
  return [rule, ...rule.additionalBindings].map((each, place) => toRoute(method, each, needsUser, place));
}

function toRoute(method: DescMethod, rule: HttpRule, needsUser: boolean, place: number): HttpRoute {
  const { pattern } = rule;
  switch (pattern.case) {
    case 'get':
    case 'put':
    case 'post':
    case 'delete':
    case 'patch':
      return {
        method,
        verb: pattern.case.toUpperCase() as HttpRoute['verb'],
        path: pattern.value,
        hasBody: rule.body === '*',
        needsUser,
        place,
      };
    default:
      throw new Error(`${methodName(method)} has an HTTP rule without a path`);
  }
}
