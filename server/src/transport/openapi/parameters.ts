/** The parameters of a route: those of its path, and its query if it has no body. */
import type { DescField } from '@bufbuild/protobuf';
import { after_event } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { type HttpRoute, markedField } from '@matinee/contract/methods.ts';
import { printedName } from '@matinee/contract/naming.ts';
import { fieldSchema, isWellKnownField } from './fields.ts';
import type { Json, Keywords } from './json.ts';
import { pathNames } from './path-names.ts';
import { isNeeded } from './presence.ts';

/** Maximum nesting depth of fields in a query. */
const maxDepth = 3;

export function parametersOf(route: HttpRoute): Json[] {
  const parameters = pathParameters(route);
  if (!route.hasBody) parameters.push(...queryParameters(route));
  const resumeField =
    route.method.methodKind === 'server_streaming' ? markedField(route.method.input, after_event) : undefined;
  if (!resumeField) return parameters;
  const description = `The last event that was seen. Wins over \`${resumeField.name}\`.`;
  const schema = { type: 'string', pattern: '^[0-9]+$' };
  return [...parameters, { name: 'Last-Event-ID', in: 'header', description, schema }];
}

function pathParameters(route: HttpRoute): Json[] {
  return pathNames(route).map((name) => {
    const field = route.method.input.fields.find((candidate) => candidate.name === name) as DescField;
    const schema = fieldSchema(field, 'input');
    const least: Keywords = schema.type === 'string' ? { minLength: 1 } : {};
    return { name: field.jsonName, in: 'path', required: true, schema: { ...least, ...schema } };
  });
}

/** Fields that can be written in a query. Fields of nested messages are named by their dotted path. */
function queryParameters(route: HttpRoute): Json[] {
  const taken = pathNames(route);
  const fields = route.method.input.fields.filter(({ name }) => !taken.includes(name));
  return flatFields(fields, '', maxDepth);
}

function flatFields(fields: readonly DescField[], prefix: string, depth: number): Json[] {
  return fields.flatMap((field): Json[] => {
    const name = prefix + printedName(field);
    if (field.message === undefined || isWellKnownField(field)) {
      if (field.fieldKind === 'map') return [];
      const required: Keywords = prefix === '' && isNeeded(field) ? { required: true } : {};
      return [{ name, in: 'query', ...required, schema: fieldSchema(field, 'input') }];
    }
    const isNested = field.fieldKind === 'message' && depth > 0;
    return isNested ? flatFields(field.message.fields, `${name}.`, depth - 1) : [];
  });
}
