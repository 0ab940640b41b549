/**
 * The names of the contract in JSON. `service/meta/options.proto` declares the rules, and only this file applies them:
 * the printer, the parser, OpenAPI and the generated client types all call it.
 */
import { type DescEnum, type DescEnumValue, type DescField, type DescMessage, getOption } from '@bufbuild/protobuf';
import { EnumStyle, enum_style, JsonCase, json_case, printed_name } from './gen/service/meta/options_pb.ts';
import { remembered } from './remembered.ts';

/**
 * The printed name of `field`: its override, otherwise the name in the case of its file (snake case when the file sets
 * none).
 */
export const printedName = remembered((field: DescField): string => {
  const own = getOption(field, printed_name);
  const isCamel = getOption(field.parent.file, json_case) === JsonCase.CAMEL;
  return own !== '' ? own : isCamel ? field.jsonName : field.name;
});

/** Every spelling of `field` that a request may use. */
export function acceptedNames(field: DescField): readonly string[] {
  return [...new Set([printedName(field), field.name, field.jsonName])];
}

/**
 * Reading an option of the contract takes longer than all else that is done with a value. Without this a scrape of the
 * metrics with 10 000 viewers takes 430 ms and not 51 (`npm run bench -- reports`).
 */
const printed = new WeakMap<DescEnumValue, string>();

/** The printed name of `value`, in the style of its enum. */
export function printedValue(desc: DescEnum, value: DescEnumValue): string {
  const known = printed.get(value);
  if (known !== undefined) return known;
  const name = printValue(desc, value);
  printed.set(value, name);
  return name;
}

function printValue(desc: DescEnum, value: DescEnumValue): string {
  const style = getOption(desc, enum_style);
  if (style === EnumStyle.FULL || style === EnumStyle.UNSPECIFIED) return value.name;
  const short = value.name.slice(prefixOf(desc).length);
  return style === EnumStyle.LOWER ? short.toLowerCase() : short;
}

/** Every spelling of `value` that a request may use, besides its number. */
export function acceptedValues(desc: DescEnum, value: DescEnumValue): readonly string[] {
  const prefix = prefixOf(desc);
  const short = value.name.startsWith(prefix) ? value.name.slice(prefix.length) : value.name;
  return [...new Set([printedValue(desc, value), value.name, short])];
}

/** Prefix of an enum's values: `ROOM_ACCESS_` for the enum `RoomAccess`. */
function prefixOf(desc: DescEnum): string {
  return `${desc.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()}_`;
}

/** True for google.protobuf messages with a special JSON form (ProtoJSON, "Well-known types"). */
export function isWellKnown(desc: DescMessage): boolean {
  return desc.file.proto.package === 'google.protobuf';
}
