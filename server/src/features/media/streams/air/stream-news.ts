import { type Advice, isNews } from './advice.ts';
import type { PullNotice } from './pull-notice.ts';

/** What a room is told of a stream that is on the air, as its row says it. */
export interface StreamNews {
  /** What its sender could do better. [LS60] */
  readonly advice?: readonly Advice[];
  /** How far viewers can go back. [LS72] */
  readonly pastSeconds?: number;
  /** The smaller versions that viewers may choose. [LS80] */
  readonly rungs?: readonly string[];
  /** How its pulling is going. [PUL2] */
  readonly pull?: PullNotice;
}

/** What was told last, and when the advice was. */
export interface LastNews extends Required<Omit<StreamNews, 'pull'>>, Pick<StreamNews, 'pull'> {
  readonly advisedMs: number;
}

export const nothingTold: LastNews = { advice: [], pastSeconds: 0, rungs: [], advisedMs: 0 };

/** What of `now` was not told yet; undefined: nothing. [LS62] Pure. */
export function newsOf(now: StreamNews, told: LastNews, nowMs: number): StreamNews | undefined {
  const { advice, pastSeconds, rungs, pull } = now;
  const news = {
    ...(advice && isNews(told.advice, advice, nowMs - told.advisedMs) && { advice }),
    ...(pastSeconds !== told.pastSeconds && { pastSeconds }),
    ...(rungs?.join() !== told.rungs.join() && { rungs }),
    ...(pull !== told.pull && { pull }),
  };
  return Object.keys(news).length === 0 ? undefined : news;
}
