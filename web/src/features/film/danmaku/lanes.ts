/** Gives comments their lanes, so that none ever covers another. Pure. [WDK1] */

/** The space that a comment needs: its width in pixels, its height in lanes, and whether it moves. */
export interface Box {
  readonly width: number;
  readonly lanes: number;
  readonly mode: 'scroll' | 'top' | 'bottom';
}

/** Where and when a comment is shown. Times are seconds of the film. */
export interface Place {
  readonly lane: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Pixels to the left in one second of the film. 0: it stands in the middle. */
  readonly velocity: number;
}

export interface LaneField {
  readonly laneCount: number;
  /** Width of the picture, in pixels. */
  readonly width: number;
  /** Seconds for which a moving comment crosses the picture, and for which another one stands. */
  readonly crossing: number;
  readonly standing: number;
}

/** The last comments of a lane. */
interface Lane {
  readonly tail: (Place & { readonly width: number }) | undefined;
  readonly standsUntil: number;
}

/** Pixels between one comment and the next in a lane. */
const gap = 24;

export function makeLanes({ laneCount, width, crossing, standing }: LaneField) {
  let lanes: Lane[] = Array.from({ length: laneCount }, () => empty);

  function mayMove({ tail, standsUntil }: Lane, at: number, velocity: number): boolean {
    if (standsUntil > at) return false;
    if (!tail || tail.endsAt <= at) return true;
    const isIn = tail.velocity * (at - tail.startsAt) >= tail.width + gap;
    // A faster comment must not reach the last one before that has left.
    return isIn && velocity * (tail.endsAt - at) <= width;
  }

  function mayStand({ tail, standsUntil }: Lane, at: number): boolean {
    return standsUntil <= at && (!tail || tail.endsAt <= at);
  }

  return {
    /** Finds a place from `at` on. Calls must be in the order of time. Undefined: there is none. */
    place(at: number, { width: own, lanes: height, mode }: Box): Place | undefined {
      const velocity = mode === 'scroll' ? (width + own) / crossing : 0;
      const firsts = Array.from({ length: Math.max(0, laneCount - height + 1) }, (_, lane) => lane);
      if (mode === 'bottom') firsts.reverse();
      const isFree = (lane: Lane) => (velocity > 0 ? mayMove(lane, at, velocity) : mayStand(lane, at));
      const first = firsts.find((lane) => lanes.slice(lane, lane + height).every(isFree));
      if (first === undefined || (velocity === 0 && own > width)) return undefined;
      const place = { lane: first, startsAt: at, endsAt: at + (velocity > 0 ? crossing : standing), velocity };
      for (let lane = first; lane < first + height; lane += 1) {
        const { tail } = lanes[lane]!;
        lanes[lane] =
          velocity > 0
            ? { tail: { ...place, width: own }, standsUntil: Number.NEGATIVE_INFINITY }
            : { tail, standsUntil: place.endsAt };
      }
      return place;
    },
    clear(): void {
      lanes = lanes.map(() => empty);
    },
  };
}

const empty: Lane = { tail: undefined, standsUntil: Number.NEGATIVE_INFINITY };

/** The left edge of a comment at a time of the film, in pixels from that of the picture. */
export function leftOf({ startsAt, velocity }: Place, ownWidth: number, pictureWidth: number, at: number): number {
  return velocity === 0 ? (pictureWidth - ownWidth) / 2 : pictureWidth - velocity * (at - startsAt);
}
