/** The rules of RFC 8216bis for playlists with parts, as far as they can be judged by the texts alone. */

export interface ReadPart {
  readonly uri: string;
  readonly seconds: number;
  readonly isIndependent: boolean;
}

export interface ReadSegment {
  readonly number: number;
  /** Undefined: it grows. */
  readonly seconds: number | undefined;
  readonly parts: readonly ReadPart[];
  readonly isDiscontinuity: boolean;
  readonly dateMs: number;
  /** The address of its init segment. */
  readonly init: string | undefined;
  /** True: the list says it at this segment. */
  readonly saysInit: boolean;
}

export interface ReadPlaylist {
  readonly version: number;
  readonly targetSeconds: number;
  readonly partTarget: number;
  readonly control: ReadonlyMap<string, string>;
  readonly first: number;
  readonly discontinuities: number;
  readonly skipped: number;
  readonly segments: readonly ReadSegment[];
  readonly hint: string | undefined;
  readonly isEnded: boolean;
}

const attributesOf = (text: string) =>
  new Map([...text.matchAll(/([A-Z-]+)=("[^"]*"|[^,]*)/g)].map(([, name, value]) => [name!, value!]));
const unquoted = (text = '') => text.replaceAll('"', '');

/** @throws Error for a line that such a playlist does not have. */
export function readPlaylist(text: string): ReadPlaylist {
  const header = new Map<string, string>();
  const segments: ReadSegment[] = [];
  let init: string | undefined;
  const begun = () => ({
    ...{ parts: [] as ReadPart[], isDiscontinuity: false, dateMs: Number.NaN, init, saysInit: false },
  });
  let growing = begun();
  let seconds: number | undefined;
  const numberOf = () => Number(header.get('MEDIA-SEQUENCE')) + skipped() + segments.length;
  const skipped = () => Number(attributesOf(header.get('SKIP') ?? '').get('SKIPPED-SEGMENTS') ?? 0);
  const end = () => {
    segments.push({ number: numberOf(), seconds, ...growing });
    growing = begun();
    seconds = undefined;
  };
  for (const line of text.split('\n').slice(1, -1)) {
    const [, tag, value = ''] = /^#(?:EXT-X-)?([A-Z-]+):?(.*)$/.exec(line) ?? [];
    const attributes = attributesOf(value);
    if (tag === undefined) end();
    else if (tag === 'EXTINF') seconds = Number.parseFloat(value);
    else if (tag === 'DISCONTINUITY') growing.isDiscontinuity = true;
    else if (tag === 'MAP') {
      if (growing.saysInit || growing.parts.length > 0) throw new Error('MAP is not before the segment');
      init = unquoted(attributes.get('URI'));
      growing = { ...growing, init, saysInit: true };
    } else if (tag === 'PROGRAM-DATE-TIME') growing.dateMs = Date.parse(value);
    else if (tag === 'PART')
      growing.parts.push({
        uri: unquoted(attributes.get('URI')),
        seconds: Number(attributes.get('DURATION')),
        isIndependent: attributes.get('INDEPENDENT') === 'YES',
      });
    else if (header.has(tag)) throw new Error(`${tag} is there twice`);
    else header.set(tag, value);
  }
  if (growing.parts.length > 0) end();
  return {
    version: Number(header.get('VERSION')),
    targetSeconds: Number(header.get('TARGETDURATION')),
    partTarget: Number(attributesOf(header.get('PART-INF') ?? '').get('PART-TARGET')),
    control: attributesOf(header.get('SERVER-CONTROL') ?? ''),
    first: Number(header.get('MEDIA-SEQUENCE')),
    discontinuities: Number(header.get('DISCONTINUITY-SEQUENCE')),
    skipped: skipped(),
    segments,
    hint: header.has('PRELOAD-HINT') ? unquoted(attributesOf(header.get('PRELOAD-HINT')!).get('URI')) : undefined,
    isEnded: header.has('ENDLIST'),
  };
}

const sumOf = (parts: readonly ReadPart[]) => parts.reduce((sum, { seconds }) => sum + seconds, 0);
const lengthOf = ({ seconds, parts }: ReadSegment) => seconds ?? sumOf(parts);
/** Durations have milliseconds. */
const slack = 0.0005;

/** What `list` does against the rules, with the section of each. */
export function faultsOf(list: ReadPlaylist): string[] {
  const { segments, targetSeconds, partTarget, control } = list;
  const complete = segments.filter(({ seconds }) => seconds !== undefined);
  const told = (name: string) => Number(control.get(name));
  const total = segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
  let from = 0;
  const fromEnd = segments.map((segment) => {
    from += lengthOf(segment);
    return total - from;
  });
  const rules: readonly [string, boolean][] = [
    ['8: MAP needs version 6', segments.every(({ init }) => init === undefined) || list.version >= 6],
    ['4.4.4.5: MAP has an address', segments.every(({ init }) => init !== '')],
    [
      '4.4.4.5: another MAP comes with a discontinuity, or at the beginning of the list',
      segments.every((one, at) => at === 0 || !one.saysInit || one.isDiscontinuity),
    ],
    [
      '4.4.4.5: fragments of MP4 have a MAP, and MPEG-TS has none',
      segments.every(({ init, parts }) => parts.every(({ uri }) => uri.includes('.ts') === (init === undefined))),
    ],
    ['4.4.1.2: SKIP needs version 9', list.skipped === 0 || list.version >= 9],
    [
      '4.4.3.1: a segment, rounded, is no longer than the target duration',
      complete.every(({ seconds }) => Math.round(seconds!) <= targetSeconds),
    ],
    [
      '4.4.3.7: no part is longer than the part target',
      segments.every(({ parts }) => parts.every(({ seconds }) => seconds > 0 && seconds <= partTarget + slack)),
    ],
    [
      '4.4.3.7: each part but the last of a segment has 85 % of the part target',
      complete.every(({ parts }) => parts.slice(0, -1).every(({ seconds }) => seconds >= 0.85 * partTarget - slack)),
    ],
    [
      '4.4.4.9: the parts of a segment are as long as it',
      complete.every(({ parts, seconds }) => parts.length === 0 || Math.abs(sumOf(parts) - seconds!) < slack),
    ],
    [
      '4.4.4.9: parts of the last three target durations are there, and none of a segment before them',
      segments.every(({ parts }, index) => {
        const beyond = fromEnd[index]! - 3 * targetSeconds;
        return Math.abs(beyond) < slack || parts.length > 0 === beyond < 0;
      }),
    ],
    ['4.4.3.8: PART-HOLD-BACK has three part targets', told('PART-HOLD-BACK') >= 3 * partTarget - slack],
    ['4.4.3.8: HOLD-BACK has three target durations', told('HOLD-BACK') >= 3 * targetSeconds],
    ['4.4.3.8: CAN-SKIP-UNTIL has six target durations', told('CAN-SKIP-UNTIL') >= 6 * targetSeconds],
    ['4.4.3.8: it says that requests may wait', control.get('CAN-BLOCK-RELOAD') === 'YES'],
    [
      '6.2.5.1: nothing is skipped within CAN-SKIP-UNTIL',
      list.skipped === 0 || total >= told('CAN-SKIP-UNTIL') - slack,
    ],
    [
      '4.4.5.3: a list that has ended tells no next part, and another one does',
      list.isEnded !== (list.hint !== undefined),
    ],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([rule]) => rule);
}

/** What `after` does against the rules, given that the list was `before`. */
export function faultsOfChange(before: ReadPlaylist, after: ReadPlaylist): string[] {
  const discontinuitiesBefore = (list: ReadPlaylist, number: number) =>
    list.discontinuities + list.segments.filter((segment) => segment.isDiscontinuity && segment.number < number).length;
  const both = after.segments.flatMap((now) => {
    const then = before.segments.find(({ number }) => number === now.number);
    return then ? [{ then, now }] : [];
  });
  const uris = after.segments.flatMap(({ parts }) => parts.map(({ uri }) => uri));
  const isBehindHint = before.hint === undefined || after.hint === before.hint || uris.includes(before.hint);
  const rules: readonly [string, boolean][] = [
    ['6.2.1: the target duration stays', before.targetSeconds === after.targetSeconds],
    ['6.2.1: the part target stays', before.partTarget === after.partTarget],
    ['6.2.2: numbers only rise', after.first >= before.first && after.discontinuities >= before.discontinuities],
    [
      '6.2.1: what was listed stays as it was',
      both.every(({ then, now }) => then.seconds === undefined || then.seconds === now.seconds),
    ],
    ['6.2.1: init segments stay', both.every(({ then, now }) => then.init === now.init)],
    ['6.2.1: dates stay', both.every(({ then, now }) => then.dateMs === now.dateMs)],
    [
      '6.2.1: parts stay as they were',
      both.every(({ then, now }) =>
        then.parts.every((part, index) => now.parts.length === 0 || now.parts[index]?.uri === part.uri),
      ),
    ],
    [
      '6.2.2: a segment keeps its discontinuity sequence',
      both.every(({ now: { number } }) =>
        after.skipped > 0 ? true : discontinuitiesBefore(before, number) === discontinuitiesBefore(after, number),
      ),
    ],
    ['4.4.5.3: the part that was told came', after.isEnded || isBehindHint],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([rule]) => rule);
}
