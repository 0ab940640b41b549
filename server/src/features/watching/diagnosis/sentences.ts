import { DiagnosisCause } from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';

/** A problem and its remedy, in English. */
export interface Words {
  readonly sentence: string;
  readonly advice: string;
}

type Cause = Exclude<DiagnosisCause, DiagnosisCause.UNSPECIFIED>;
type Params = Readonly<Record<string, string>>;

const againstCodec: Readonly<Record<string, string>> = {
  off: 'Conversion is off: switch it on (`conversion.enabled`), or choose a version of the film that the browser plays.',
  no_ffmpeg: 'This server has no ffmpeg: install 5.1 or newer, or choose a version of the film that the browser plays.',
  on: 'This server converts films: ask them to reload the page. If that does not help, the log says why it is not converted.',
};

/** The texts for each cause. `findings.ts` supplies the params. [DG5] */
const words: Readonly<Record<Cause, (params: Params) => Words>> = {
  [DiagnosisCause.CODEC]: ({ name, browser, codecs, conversion }) => ({
    sentence: `${name}’s browser${inBrackets(browser)} cannot play ${codecs}.`,
    advice: againstCodec[conversion ?? ''] ?? '',
  }),
  [DiagnosisCause.FORMAT]: ({ name, browser }) => ({
    sentence: `${name}’s browser${inBrackets(browser)} cannot play the film.`,
    advice: 'Ask them to try another browser, or choose another version of the film.',
  }),
  [DiagnosisCause.NOT_LOADED]: ({ name, problem, way }) => ({
    sentence: `${name} does not get the film (${plain(problem)}), but others do.`,
    advice:
      way === 'direct'
        ? 'Ask them to play it through this server, or set the item to load that way for everybody.'
        : 'Ask them to reload the page.',
  }),
  [DiagnosisCause.SOURCE]: ({ problem }) => ({
    sentence: `Nobody gets the film (${plain(problem)}).`,
    advice: 'Open its address in a browser. If nothing plays there either, replace the source of the item.',
  }),
  [DiagnosisCause.TAP]: ({ name }) => ({
    sentence: `${name}’s browser waits for a tap before it plays.`,
    advice: 'Ask them to press the button in the middle of the player.',
  }),
  [DiagnosisCause.CONNECTION]: ({ name, round_trip_ms, stalls, seconds }) => ({
    sentence: `${name}’s connection is slow or loses data: it takes ${round_trip_ms} ms to the server and back, and the film stalled ${times(stalls)} for ${seconds} s.`,
    advice: 'A lower quality in the player helps; a cable or a place nearer to the router helps more.',
  }),
  [DiagnosisCause.STALLS]: ({ name, stalls, seconds, way }) => ({
    sentence: `The film stalls for ${name} alone: ${times(stalls)} for ${seconds} s. The connection to this server is good.`,
    advice:
      way === 'direct'
        ? 'Their connection to the source is slow: ask them to play it through this server, or to choose a lower quality.'
        : 'Their connection is too slow for this film: ask them to choose a lower quality in the player.',
  }),
  [DiagnosisCause.SLOW_SOURCE]: ({ stalling, viewers, way }) => ({
    sentence: `The film stalls for ${stalling} of ${viewers} viewers.`,
    advice:
      way === 'direct'
        ? 'Its source is too slow: let the item load through this server, or choose a smaller version.'
        : 'The source or the connection of this server is too slow: choose a smaller version, or let viewers exchange parts of the film.',
  }),
  [DiagnosisCause.DEVICE]: ({ name, seconds }) => ({
    sentence: `${name} is ${seconds} s out of sync, although no data is missing.`,
    advice: 'Their device does not keep up: ask them to close other tabs and programs, or to choose a lower quality.',
  }),
  [DiagnosisCause.DISTANCE]: ({ name, round_trip_ms }) => ({
    sentence: `${name} is in sync, but it takes ${round_trip_ms} ms to the server and back: commands arrive late there.`,
    advice: 'Nothing has to be done. Starts are announced early enough for slow connections.',
  }),
  [DiagnosisCause.LOST]: ({ name }) => ({
    sentence: `${name}’s player no longer answers.`,
    advice: 'The device sleeps or has no network; it comes back by itself.',
  }),
};

/** @returns the words for a cause with its params. */
export function describe(cause: Cause, params: Params): Words {
  return words[cause](params);
}

function inBrackets(text: string | undefined): string {
  return text ? ` (${text})` : '';
}

/** An error code of the web app as words: `not_found`. */
function plain(code: string | undefined): string {
  return code ? code.replaceAll('_', ' ') : 'unknown';
}

function times(count: string | undefined): string {
  return count === '1' ? 'once' : `${count} times`;
}
