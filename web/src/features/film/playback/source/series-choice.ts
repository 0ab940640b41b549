import { makeStore } from '../../../../client/store.ts';
import { makeStoredChoice, type StoredChoice } from '../../../../ui/stored-choice.ts';

/** The series that plays on this page; empty: no series is known by the item's name. */
export const seriesPlaying = makeStore('');

/** Most series of which a device keeps a choice; the one chosen longest ago goes first. */
const mostSeries = 100;

/**
 * A choice that the device keeps for each series. For anything else the last choice counts, whatever it was made for.
 * Empty: none was made. [SY95]
 */
export function makeSeriesChoice(key: string): StoredChoice<string> {
  const last = makeStoredChoice<string>(key, (stored) => stored ?? '');
  const kept = makeStoredChoice<string>(`${key}.series`, (stored) => stored ?? '');
  let read = { text: '', choices: new Map<string, string>() };
  const choices = () => {
    const text = kept.get();
    if (text !== read.text) read = { text, choices: readChoices(text) };
    return read.choices;
  };
  return {
    get: () => choices().get(seriesPlaying.get()) ?? last.get(),
    set(value) {
      const series = seriesPlaying.get();
      if (series !== '') {
        const others = [...choices()].filter(([name]) => name !== series);
        kept.set(JSON.stringify([...others, [series, value]].slice(-mostSeries)));
      }
      last.set(value);
    },
    subscribe(listener) {
      const ends = [last, kept, seriesPlaying].map((store) => store.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Text that is not such a list counts as no choices: an older or broken page may have stored it. */
function readChoices(text: string): Map<string, string> {
  try {
    return new Map(JSON.parse(text) as [string, string][]);
  } catch {
    return new Map();
  }
}
