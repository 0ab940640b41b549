/**
 * How the contract's names look in JSON. `service/meta/options.proto` declares the rules, this file is the only place that
 * applies them: the printer, the parser, OpenAPI and the generated client types all ask here.
 */
import { type DescEnum, type DescEnumValue, type DescField, type DescMessage, getOption } from '@bufbuild/protobuf';
import { EnumStyle, enum_style, JsonCase, json_case, printed_name } from './gen/service/meta/options_pb.ts';

/** Name under which `field` is printed: its override, else by the case of its file (snake case where the file says nothing). */
export function printedName(field: DescField): string {
  const own = getOption(field, printed_name);
  if (own !== '') return own;
  return getOption(field.parent.file, json_case) === JsonCase.CAMEL ? field.jsonName : field.name;
}

/** Every spelling that is accepted for `field` in a request. */
export function acceptedNames(field: DescField): readonly string[] {
  return [...new Set([printedName(field), field.name, field.jsonName])];
}

/** Name under which `value` is printed, by the style of its enum. */
export function printedValue(desc: DescEnum, value: DescEnumValue): string {
  const style = getOption(desc, enum_style);
  if (style === EnumStyle.FULL || style === EnumStyle.UNSPECIFIED) return value.name;
  const short = value.name.slice(prefixOf(desc).length);
  return style === EnumStyle.LOWER ? short.toLowerCase() : short;
}

/** `ROOM_ACCESS_` for the enum `RoomAccess`. */
function prefixOf(desc: DescEnum): string {
  return `${desc.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()}_`;
}

/** True for the messages of google.protobuf that have a JSON form of their own (ProtoJSON, "Well-known types"). */
export function isWellKnown(desc: DescMessage): boolean {
  return desc.file.proto.package === 'google.protobuf';
}
