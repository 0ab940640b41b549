import type { WebRTCCandidate } from '@matinee/contract/gen/api.ts';

/**
 * Candidates are collected this long, in milliseconds. A browser finds most of them at once, and a frame for each would
 * be many.
 */
const collectMs = 50;
/** Bounds of the contract. */
const mostInFrame = 32;
const mostBytes = 500;

export interface CandidateBatch {
  add(candidate: RTCIceCandidate): void;
  /** Drops the collected candidates of a closed connection. */
  clear(): void;
}

/** Collects candidates and passes them on in groups, in the order in which they were found. [WVO4] */
export function makeCandidateBatch(send: (candidates: readonly WebRTCCandidate[]) => void): CandidateBatch {
  let held: WebRTCCandidate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    const found = held;
    held = [];
    for (let start = 0; start < found.length; start += mostInFrame) send(found.slice(start, start + mostInFrame));
  }

  return {
    add({ candidate, sdpMid, sdpMLineIndex, usernameFragment }) {
      if (candidate.length > mostBytes) return;
      held.push({
        candidate,
        ...(sdpMid === null ? {} : { sdp_mid: sdpMid }),
        ...(sdpMLineIndex === null ? {} : { sdp_m_line_index: sdpMLineIndex }),
        ...(usernameFragment === null ? {} : { username_fragment: usernameFragment }),
      });
      timer ??= setTimeout(flush, collectMs);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      held = [];
    },
  };
}

/** A candidate as the browser takes it. */
export function candidateInit(candidate: WebRTCCandidate): RTCIceCandidateInit {
  const { sdp_mid, sdp_m_line_index, username_fragment } = candidate;
  return {
    candidate: candidate.candidate,
    sdpMid: sdp_mid ?? null,
    sdpMLineIndex: sdp_m_line_index ?? null,
    usernameFragment: username_fragment ?? null,
  };
}
