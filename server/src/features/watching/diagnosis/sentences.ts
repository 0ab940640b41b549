import { DiagnosisCause } from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';

/** What is wrong and what helps, in English. */
export interface Words {
  readonly sentence: string;
  readonly advice: string;
}

type Cause = Exclude<DiagnosisCause, DiagnosisCause.UNSPECIFIED>;
type Params = Readonly<Record<string, string>>;

const againstCodec: Readonly<Record<string, string>> = {
  off: 'Conversion is off: switch it on (`conversion.enabled`), or choose a version of the film that the browser plays.',
  no_ffmpeg: 'This server has no ffmpeg: install 5.1 or newer, or choose a version of the film that the browser plays.',
  on: 'This server converts films: have the page reloaded. If it stays so, the log says why the film is not converted.',
};

/** The words for each cause. Params are those that `findings.ts` gives. [DG5] */
const words: Readonly<Record<Cause, (params: Params) => Words>> = {
  [DiagnosisCause.CODEC]: ({ name, browser, codecs, conversion }) => ({
    sentence: `${name}’s browser${inBrackets(browser)} cannot play ${codecs}.`,
    advice: againstCodec[conversion ?? ''] ?? '',
  }),
  [DiagnosisCause.FORMAT]: ({ name, browser }) => ({
    sentence: `${name}’s browser${inBrackets(browser)} cannot play the film.`,
    advice: 'Try another browser there, or another version of the film.',
  }),
  [DiagnosisCause.NOT_LOADED]: ({ name, problem, way }) => ({
    sentence: `${name} does not get the film (${plain(problem)}), others do.`,
    advice:
      way === 'direct'
        ? 'Load it through this server there, by the button in the player, or let the item load so for everybody.'
        : 'Have the page reloaded there.',
  }),
  [DiagnosisCause.SOURCE]: ({ problem }) => ({
    sentence: `Nobody gets the film (${plain(problem)}).`,
    advice: 'Open its address in a browser. If nothing plays there either, replace the source of the item.',
  }),
  [DiagnosisCause.TAP]: ({ name }) => ({
    sentence: `${name}’s browser waits for a tap before it plays.`,
    advice: 'They press the button in the middle of the player.',
  }),
  [DiagnosisCause.CONNECTION]: ({ name, round_trip_ms, stalls, seconds }) => ({
    sentence: `${name}’s connection is slow or loses data: a round trip takes ${round_trip_ms} ms, and the film stalled ${times(stalls)} for ${seconds} s.`,
    advice: 'A lower picture height in the player helps, a cable or a place nearer to the router more.',
  }),
  [DiagnosisCause.STALLS]: ({ name, stalls, seconds, way }) => ({
    sentence: `The film stalls for ${name} alone: ${times(stalls)} for ${seconds} s. The connection to this server is good.`,
    advice:
      way === 'direct'
        ? 'The way from the source to them is slow: load it through this server there, or choose a lower picture height.'
        : 'Their line takes less than the film needs: choose a lower picture height in the player.',
  }),
  [DiagnosisCause.SLOW_SOURCE]: ({ stalling, viewers, way }) => ({
    sentence: `The film stalls for ${stalling} of ${viewers} viewers.`,
    advice:
      way === 'direct'
        ? 'Its source is too slow: let the item load through this server, or choose a smaller version.'
        : 'The source or the line of this server is too slow: choose a smaller version, or let viewers exchange segments.',
  }),
  [DiagnosisCause.DEVICE]: ({ name, seconds }) => ({
    sentence: `${name} is ${seconds} s off the room, although no data is missing.`,
    advice: 'The device does not keep up: close other tabs and programs there, or choose a lower picture height.',
  }),
  [DiagnosisCause.DISTANCE]: ({ name, round_trip_ms }) => ({
    sentence: `${name} plays in step, but a round trip takes ${round_trip_ms} ms: commands arrive late there.`,
    advice: 'Nothing has to be done. Starts are announced early enough for slow connections.',
  }),
  [DiagnosisCause.LOST]: ({ name }) => ({
    sentence: `${name}’s player says nothing any more.`,
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

/** A code of the web app as words: `not_found`. */
function plain(code: string | undefined): string {
  return code ? code.replaceAll('_', ' ') : 'unknown';
}

function times(count: string | undefined): string {
  return count === '1' ? 'once' : `${count} times`;
}
