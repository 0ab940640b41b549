import type { FilmSubtitlesDocument, FilmSubtitlesPicture } from '@matinee/contract/gen/api.ts';
import type { Cue } from '@matinee/subtitles/cue.ts';
import type { Script } from '@matinee/subtitles/script.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Api } from '../../../../client/calls/api.ts';
import type { Store } from '../../../../client/store.ts';
import { usePlace, type VideoPlace } from '../use-video.ts';
import { askedAround, isKept, partsAround } from './parts-around.ts';
import type { SubtitleOption } from './subtitle-option.ts';

/** A part that could not be loaded is asked for again after this time, in milliseconds. */
const againMs = 10_000;

export interface FilmSubtitles {
  readonly cues: readonly Cue[];
  /** Where the film has pictures instead of text: in the order in which they are shown. */
  readonly pictures: readonly FilmSubtitlesPicture[];
  /** The texts as SubStation Alpha; undefined: they have no styles. */
  readonly script: Script | undefined;
}

type Parts = ReadonlyMap<number, FilmSubtitlesDocument>;
const noParts: Parts = new Map();

/**
 * Loads the parts of a track around the place of the film; undefined: another kind of track is chosen. The track is
 * shown `delaySeconds` later than its file says.
 */
export function useFilmSubtitles(
  api: Pick<Api, 'load'>,
  option: SubtitleOption | undefined,
  place: Store<VideoPlace>,
  delaySeconds: number,
  onFailed: () => void,
): FilmSubtitles | undefined {
  const source = option && 'path' in option.source ? option.source : undefined;
  const { path, partSeconds = 1 } = source ?? {};
  const [parts, setParts] = useState(noParts);
  const [round, setRound] = useState(0);
  /** The parts of `path` that were asked for, the one of the place, and whether the person was told of a failure. */
  const asked = useRef({ parts: new Set<number>(), place: 0, isTold: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another track has other parts
  useEffect(() => {
    asked.current = { parts: new Set<number>(), place: 0, isTold: false };
    setParts(noParts);
  }, [path]);
  const wanted = usePlace(place, ({ position }) =>
    source ? partsAround(position - delaySeconds, partSeconds).join() : '',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` loads nothing again; a round does
  useEffect(() => {
    if (path === undefined) return;
    const known = asked.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const numbers = wanted.split(',').map(Number);
    const missing = numbers.filter((one) => !known.parts.has(one));
    known.place = numbers[0]!;
    known.parts = askedAround(known.parts, numbers);
    for (const number of missing) {
      load(api, path, number).then(
        // Another track may have been chosen.
        (part) => asked.current === known && setParts((held) => kept([...held, [number, part]], known.place)),
        () => {
          if (asked.current !== known) return;
          if (!known.isTold) onFailed();
          known.isTold = true;
          known.parts.delete(number);
          timer ??= setTimeout(() => setRound((one) => one + 1), againMs);
        },
      );
    }
    return () => clearTimeout(timer);
  }, [api, path, wanted, round]);
  const all = useMemo(() => joined(parts), [parts]);
  return source && all;
}

async function load(api: Pick<Api, 'load'>, path: string, part: number): Promise<FilmSubtitlesDocument> {
  const answer = await api.load(`${path}?part=${part}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function kept(parts: readonly (readonly [number, FilmSubtitlesDocument])[], place: number): Parts {
  return new Map(parts.filter(([number]) => isKept(number, place)));
}

function joined(parts: Parts): FilmSubtitles {
  const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  const cues = inOrder.flatMap(({ texts }) =>
    texts.map(({ start_seconds: start, end_seconds: end, text }) => ({ start, end, text })),
  );
  const header = inOrder.find(({ script }) => script)?.script?.header;
  const events = inOrder.flatMap(({ script }) => script?.events ?? []);
  const script = header === undefined ? undefined : { header, events };
  return { cues, pictures: inOrder.flatMap(({ pictures }) => pictures), script };
}
