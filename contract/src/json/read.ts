/**
 * Reads JSON text, and refuses a name that an object has twice (RFC 8259, section 4). `JSON.parse` keeps the last of
 * two values with one name, where another reader may keep the first: a proxy that checks one of them would let the
 * other pass.
 */
import type { JsonValue } from '@bufbuild/protobuf';
import { jsonReasons } from './json-reasons.ts';
import { maxDepth } from './parse.ts';
import { childPath, Refusals } from './parse-error.ts';

/**
 * `parseJson` refuses text that is nested deeper, whatever its names. The factor 2: it does not count a list between
 * two messages.
 */
const deepest = 2 * maxDepth;

/** Where the scan is: in an object, with its names so far, or in a list, at an index. */
type Place = { readonly names: Set<string>; name: string } | { readonly names?: undefined; index: number };

/** @throws SyntaxError for text that is not JSON, JsonParseError for names that an object has twice, up to 20. */
export function readJson(text: string): JsonValue {
  const json = JSON.parse(text) as JsonValue;
  if (typeof json === 'object' && json !== null) refuseRepeatedNames(text);
  return json;
}

/** `text` is valid JSON, so that the scan need not look for faults. Takes linear time. */
function refuseRepeatedNames(text: string): void {
  const refusals = new Refusals();
  const places: Place[] = [];
  // A string is a name when a comma or a brace of an object stands before it.
  let isName = false;
  for (let at = 0; at < text.length && places.length <= deepest; at++) {
    switch (text[at]) {
      case '{':
        places.push({ names: new Set(), name: '' });
        isName = true;
        break;
      case '[':
        places.push({ index: 0 });
        isName = false;
        break;
      case '}':
      case ']':
        places.pop();
        break;
      case ',': {
        const place = places.at(-1);
        if (place && !place.names) place.index++;
        isName = place?.names !== undefined;
        break;
      }
      case '"': {
        const end = endOfString(text, at);
        const place = isName ? places.at(-1) : undefined;
        if (place?.names) {
          place.name = nameOf(text.slice(at, end));
          if (place.names.has(place.name)) refusals.refuse(pathOf(places), jsonReasons.given_twice());
          place.names.add(place.name);
          isName = false;
        }
        at = end - 1;
      }
    }
  }
  refusals.settle();
}

/** Index behind the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before--;
    // An odd number of backslashes before it makes a quote a part of the string.
    if ((end - before) % 2 === 0) return end + 1;
  }
}

function nameOf(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

function pathOf(places: readonly Place[]): string {
  return places.reduce((path, place) => (place.names ? childPath(path, place.name) : `${path}[${place.index}]`), '');
}
