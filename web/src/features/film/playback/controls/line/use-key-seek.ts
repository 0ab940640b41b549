import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { keyTarget } from './scrub.ts';

/**
 * The room goes to the place this long after the last key, in milliseconds. Each seek moves everybody, so the person
 * first sees the picture.
 */
const settleMs = 600;

/** A search for a place by keys. */
export interface KeySeek {
  /** The place that the keys have reached; undefined: no search is under way. */
  readonly target: number | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Seeks to `target` at once. */
  readonly settle: () => void;
}

/** Several keys in a row make one seek. Enter seeks at once, Escape gives up. [SY65] */
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
