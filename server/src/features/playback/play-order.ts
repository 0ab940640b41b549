import { AutoPlayMode } from '@matinee/contract/gen/service/client/rooms_pb.ts';

/**
 * The item that plays after `currentId` without anybody's doing, or undefined where playback ends. `draw` gives a number in [0, 1) for the
 * shuffle, which never repeats the item that just ended unless it is the only one. Pure. [PB10]
 */
export function followingId(
  order: readonly string[],
  currentId: string,
  mode: AutoPlayMode,
  draw: () => number,
): string | undefined {
  if (order.length === 0) return undefined;
  switch (mode) {
    case AutoPlayMode.REPEAT_ONE:
      return order.includes(currentId) ? currentId : order[0];
    case AutoPlayMode.REPEAT_ALL:
      return order[(order.indexOf(currentId) + 1) % order.length];
    case AutoPlayMode.SHUFFLE: {
      const others = order.filter((id) => id !== currentId);
      return others.length === 0 ? order[0] : others[Math.floor(draw() * others.length)];
    }
    default:
      return order[order.indexOf(currentId) + 1];
  }
}

/** The item that plays when somebody asks for the next one: in the mode that repeats one item, as if the mode repeated all. Pure. [PB9] */
export function nextId(
  order: readonly string[],
  currentId: string,
  mode: AutoPlayMode,
  draw: () => number,
): string | undefined {
  return followingId(order, currentId, mode === AutoPlayMode.REPEAT_ONE ? AutoPlayMode.REPEAT_ALL : mode, draw);
}

/** The item before `currentId` in the list. Before the first comes the last, unless the list is played once. Pure. [PB9] */
export function previousId(order: readonly string[], currentId: string, mode: AutoPlayMode): string | undefined {
  const index = order.indexOf(currentId);
  if (index > 0) return order[index - 1];
  return hasEnds(mode) ? undefined : order.at(-1);
}

/** True for a list that is played once from its beginning to its end. */
function hasEnds(mode: AutoPlayMode): boolean {
  return mode === AutoPlayMode.SEQUENTIAL || mode === AutoPlayMode.UNSPECIFIED;
}
