import type { DirectUrlSource, MediaFormat, MediaSource, ProxyMode } from '@matinee/contract/gen/api.ts';
import type { Violation } from '../../../client/calls/api-error.ts';

/**
 * Lists of an address that people fill in line by line, with the fields of a line and the most lines (contract,
 * `DirectUrlSource`).
 */
export const lists = {
  alternatives: { fields: ['url', 'name', 'format'], max: 16 },
  subtitles: { fields: ['url', 'language', 'name'], max: 32 },
  headers: { fields: ['name', 'value'], max: 20 },
  danmakus: { fields: ['url', 'name'], max: 16 },
} as const;
export type ListName = keyof typeof lists;
export type LineField = (typeof lists)[ListName]['fields'][number];
export const listNames = Object.keys(lists) as readonly ListName[];

/** A line of a list while it is edited. */
export interface Line {
  readonly id: number;
  readonly values: Readonly<Partial<Record<LineField, string>>>;
}

/** The editable fields of a channel, with their names in the contract (`Channel`). */
const channelNames = { logo: 'logo', guideUrl: 'guide_url', guideId: 'guide_id', guideName: 'guide_name' } as const;
export type ChannelField = keyof typeof channelNames;
export const channelFields = Object.keys(channelNames) as readonly ChannelField[];

/** The content of the form. Addresses and lists have no meaning for an item that is no plain address. */
export interface Draft extends Readonly<Record<ListName, readonly Line[]>> {
  readonly name: string;
  readonly proxyMode: ProxyMode;
  readonly url: string;
  readonly format: MediaFormat | '';
  /** Address of the pictures for the line of the film. */
  readonly storyboard: string;
  readonly channel: Readonly<Record<ChannelField, string>>;
}

let lastId = 0;
export function newLine(values: Line['values'] = {}): Line {
  lastId += 1;
  return { id: lastId, values };
}

/** The form for a known source. Only the server has the values of headers, so they are empty. */
export function draftOf(name: string, source: MediaSource | undefined): Draft {
  const direct = source?.direct_url;
  return {
    name,
    proxyMode: source?.proxy_mode ?? 'auto',
    url: direct?.url ?? '',
    format: direct?.format ?? '',
    storyboard: direct?.storyboard?.url ?? '',
    channel: Object.fromEntries(
      channelFields.map((field) => [field, source?.channel?.[channelNames[field]] ?? '']),
    ) as Draft['channel'],
    alternatives: (direct?.alternatives ?? []).map(({ url, name, format = '' }) => newLine({ url, name, format })),
    subtitles: (direct?.subtitles ?? []).map(({ url, name, language }) => newLine({ url, name, language })),
    danmakus: (direct?.danmakus ?? []).map(({ url, name }) => newLine({ url, name })),
    headers: Object.keys(direct?.headers ?? {}).map((name) => newLine({ name, value: '' })),
  };
}

/** Lines that are not empty. */
export function filledLines(draft: Draft, list: ListName): readonly Line[] {
  return draft[list].filter(({ values }) => Object.values(values).some((value) => value.trim() !== ''));
}

/** The source that the form describes; `before` is the source that it began with. Pure. [WL19] */
export function sourceOf(draft: Draft, before: MediaSource | undefined): MediaSource {
  const { proxy_mode: _, channel: __, ...rest } = before ?? {};
  const mode = draft.proxyMode === 'auto' ? {} : { proxy_mode: draft.proxyMode };
  const shared = { ...mode, ...channelOf(draft) };
  return before && !before.direct_url ? { ...rest, ...shared } : { ...rest, direct_url: directOf(draft), ...shared };
}

function channelOf({ channel }: Draft): Pick<MediaSource, 'channel'> {
  const [logo, guide_url, guide_id, guide_name] = channelFields.map((field) => channel[field].trim());
  const isEmpty = [logo, guide_url, guide_id, guide_name].every((text) => text === '');
  return isEmpty
    ? {}
    : { channel: { logo: logo!, guide_url: guide_url!, guide_id: guide_id!, guide_name: guide_name! } };
}

function directOf(draft: Draft): DirectUrlSource {
  const valuesOf = (list: ListName) =>
    filledLines(draft, list).map(({ values }) => ({
      url: values.url?.trim() ?? '',
      name: values.name?.trim() ?? '',
      language: values.language?.trim() ?? '',
      format: values.format as MediaFormat | '' | undefined,
      value: values.value ?? '',
    }));
  const storyboard = draft.storyboard.trim();
  return {
    url: draft.url.trim(),
    ...(draft.format ? { format: draft.format } : {}),
    alternatives: valuesOf('alternatives').map(({ url, name, format }) => ({
      url,
      name,
      ...(format ? { format } : {}),
    })),
    subtitles: valuesOf('subtitles').map(({ url, name, language }) => ({ url, name, language })),
    danmakus: valuesOf('danmakus').map(({ url, name }) => ({ url, name })),
    headers: Object.fromEntries(valuesOf('headers').map(({ name, value }) => [name, value])),
    ...(storyboard ? { storyboard: { url: storyboard } } : {}),
  };
}

/** A field of the form: one of its own, or one of a line. */
export type FieldKey =
  | 'name'
  | 'url'
  | 'format'
  | 'storyboard'
  | 'proxyMode'
  | `channel.${ChannelField}`
  | `${number}.${LineField}`;
export type Faults = Readonly<Partial<Record<FieldKey, Violation>>>;

/** The field of the form for each refusal of the server. The first refusal of a field counts. Pure. [WL19] */
export function faultsOf(draft: Draft, violations: readonly Violation[]): Faults {
  const faults: Partial<Record<FieldKey, Violation>> = {};
  for (const violation of violations) {
    const key = keyOf(draft, violation.field);
    if (key) faults[key] ??= violation;
  }
  return faults;
}

function keyOf(draft: Draft, field: string): FieldKey | undefined {
  if (field === 'name') return 'name';
  if (field === 'source.proxy_mode') return 'proxyMode';
  const channel = channelFields.find((key) => field === `source.channel.${channelNames[key]}`);
  if (channel) return `channel.${channel}`;
  const path = /^source\.direct_url\.(\w+)(?:\[(\d+|".*")\])?(?:\.(\w+))?$/s.exec(field);
  if (!path) return undefined;
  const [, of = '', place, part] = path;
  if (of === 'url' || of === 'format' || of === 'storyboard') return of;
  if (!isList(of) || place === undefined) return undefined;
  const lines = filledLines(draft, of);
  if (of === 'headers') return keyOfHeader(lines, place);
  const line = lines[Number(place)];
  return line && `${line.id}.${(part as LineField | undefined) ?? 'url'}`;
}

/**
 * Finds the line of a header by its name. Characters that are not allowed in a value are the fault of the value (RFC
 * 9110, section 5.5).
 */
function keyOfHeader(lines: readonly Line[], place: string): FieldKey | undefined {
  const line = lines.find(({ values }) => JSON.stringify(values.name?.trim() ?? '') === place);
  const isOfValue = line?.values.value !== undefined && !/^[\x20-\x7e]{0,4000}$/.test(line.values.value);
  return line && `${line.id}.${isOfValue ? 'value' : 'name'}`;
}

function isList(name: string): name is ListName {
  return name in lists;
}

/** Header lines that repeat the name of an earlier line: a map has room for one of them. */
export function repeatedHeaders(draft: Draft): readonly Line[] {
  const seen = new Set<string>();
  return filledLines(draft, 'headers').filter(({ values }) => {
    const name = values.name?.trim().toLowerCase() ?? '';
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated;
  });
}
