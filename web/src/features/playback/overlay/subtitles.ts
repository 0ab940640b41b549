import type { PlaybackSubtitle } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';

/** Sizes of subtitles, in percent of the player's height. */
export const subtitleSizes = { small: '3.5cqh', normal: '4.5cqh', large: '6.5cqh' } as const;
export type SubtitleSize = keyof typeof subtitleSizes;

/** One line of text and when it is shown, in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The cues of a WebVTT file (or SubRip, whose times have a comma). What is no cue is left out; tags are dropped. */
export function parseCues(file: string): readonly Cue[] {
  const blocks = file.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [start, end] = (lines[at] ?? '').split('-->').map(parseTime);
    if (start === undefined || end === undefined || Number.isNaN(start) || Number.isNaN(end)) return [];
    const text = lines
      .slice(at + 1)
      .join('\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|amp|nbsp);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? ' ')
      .trim();
    return text === '' ? [] : [{ start, end, text }];
  });
}

/** `00:01:02.500`, `01:02.500` or `01:02,500`, with settings after it, in seconds. */
function parseTime(text: string): number {
  const clock = text.trim().split(/\s/)[0] ?? '';
  if (!/^(\d+:)?\d{1,2}:\d{1,2}([.,]\d+)?$/.test(clock)) return Number.NaN;
  return clock
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** What is to be read at `position`, lines one below the other. */
export function textAt(cues: readonly Cue[], position: number): string {
  return cues
    .filter((cue) => cue.start <= position && position < cue.end)
    .map((cue) => cue.text)
    .join('\n');
}

/** The cues of `subtitle`; undefined while they load or where they cannot be. Read by script, so that a `crossorigin` for them does not keep the video from playing. */
export function useCues(subtitle: PlaybackSubtitle | undefined, onFailed: () => void): readonly Cue[] | undefined {
  const [cues, setCues] = useState<readonly Cue[]>();
  const url = subtitle?.url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is told of a failure does not load the file again
  useEffect(() => {
    setCues(undefined);
    if (url === undefined) return;
    const abort = new AbortController();
    fetch(url, { signal: abort.signal, credentials: 'omit' })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        setCues(parseCues(await answer.text()));
      })
      .catch(() => {
        if (!abort.signal.aborted) onFailed();
      });
    return () => abort.abort();
  }, [url]);
  return cues;
}
