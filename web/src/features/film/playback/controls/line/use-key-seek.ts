import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { keyTarget } from './scrub.ts';

/** How long after the last key the room goes to the place, in milliseconds: each seek moves everybody, and the picture is seen first. */
const settleMs = 600;

/** Looking for a place by keys. */
export interface KeySeek {
  /** The place that the keys have come to; undefined: nobody looks for one. */
  readonly target: number | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Goes there at once. */
  readonly settle: () => void;
}

/** Several keys in a row are one seek; Enter ends them, Escape gives up. [SY65] */
export function useKeySeek(position: number, duration: number, onSeek: (positionSeconds: number) => void): KeySeek {
  const [target, setTarget] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    setTarget(undefined);
  };
  const settle = () => {
    end();
    if (target !== undefined) onSeek(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, target ?? position, duration);
    if (next !== undefined) {
      clearTimeout(timer.current);
      setTarget(next);
      timer.current = setTimeout(() => {
        setTarget(undefined);
        onSeek(next);
      }, settleMs);
    } else if (target !== undefined && event.key === 'Enter') settle();
    else if (target !== undefined && event.key === 'Escape') end();
    else return;
    event.preventDefault();
  };
  return { target, onKeyDown, settle };
}
