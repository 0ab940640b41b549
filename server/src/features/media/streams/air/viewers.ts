/** Viewers of a stream at this process, by the way in which they get it. */
export interface Viewers {
  /** Connections that read it as HTTP-FLV. */
  readonly flv: number;
  /** Addresses of HLS whose playlist was read lately: each viewer has one of their own. */
  readonly hls: number;
  /** Sessions of WHEP. */
  readonly webRtc: number;
}

export const noViewers: Viewers = { flv: 0, hls: 0, webRtc: 0 };

export function sumOfViewers(all: readonly Viewers[]): Viewers {
  return all.reduce(
    (sum, { flv, hls, webRtc }) => ({ flv: sum.flv + flv, hls: sum.hls + hls, webRtc: sum.webRtc + webRtc }),
    noViewers,
  );
}
