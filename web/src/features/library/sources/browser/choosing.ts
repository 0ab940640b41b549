/** The chosen entries of a list, by place from 0. */
export interface Choice {
  readonly chosen: ReadonlySet<number>;
  /** Where a range begins; undefined: nothing was chosen yet. */
  readonly anchor: number | undefined;
}

export const nothingChosen: Choice = { chosen: new Set(), anchor: undefined };

/** `choice` after a press on `place`: it is chosen, or no longer chosen. [WSO6] */
export function toggle({ chosen }: Choice, place: number): Choice {
  const next = new Set(chosen);
  if (!next.delete(place)) next.add(place);
  return { chosen: next, anchor: place };
}

/**
 * `choice` with everything from its anchor to `place` that can be chosen. The anchor stays, so that the range can still
 * change. [WSO6]
 */
export function reach(choice: Choice, place: number, isChoosable: (place: number) => boolean): Choice {
  const from = choice.anchor ?? place;
  const [first, last] = [Math.min(from, place), Math.max(from, place)];
  const range = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(isChoosable);
  return { chosen: new Set([...choice.chosen, ...range]), anchor: from };
}

/** Everything among the first `count` entries that can be chosen. [WSO6] */
export function all(count: number, isChoosable: (place: number) => boolean): Choice {
  return { chosen: new Set(Array.from({ length: count }, (_, place) => place).filter(isChoosable)), anchor: undefined };
}
