/** Whether a page may read the sound of an element; `later`: that will be known when it loads next. */
export type Openness = 'open' | 'later' | 'site' | 'browser';

/** Finds out of which elements the page may read the sound, and asks sites for it. */
export function makeOpener(fetchIt: typeof fetch = (...args) => fetch(...args)) {
  /** The answers of sites, by addresses without their queries. */
  const answers = new Map<string, boolean>();
  async function isGiven(url: URL): Promise<boolean> {
    const key = url.origin + url.pathname;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const isAllowed = await allowsReading(url, fetchIt);
    answers.set(key, isAllowed);
    return isAllowed;
  }
  return {
    /**
     * Loads the element anew where that makes its sound readable, if `isWanted`, or where it would not load otherwise.
     * [WEL4]
     */
    async open(element: HTMLMediaElement, isWanted: boolean): Promise<Openness> {
      if (element.srcObject !== null) return 'browser';
      if (element.currentSrc === '') return 'later';
      const url = new URL(element.currentSrc);
      // Safari gives no sound of HLS that it plays by itself.
      if (url.pathname.endsWith('.m3u8')) return 'browser';
      if (!/^https?:$/.test(url.protocol) || url.origin === location.origin) return 'open';
      const hasGiven = answers.get(url.origin + url.pathname) === true;
      if (element.crossOrigin !== null) {
        if (hasGiven) return 'open';
        loadAnew(element, null);
        return 'later';
      }
      if (!isWanted || !(await isGiven(url))) return 'site';
      if (element.currentSrc === url.href) loadAnew(element, 'anonymous');
      return 'later';
    },
  };
}

/** The engine of sync then starts it again, at the room's place. */
function loadAnew(element: HTMLMediaElement, crossOrigin: 'anonymous' | null): void {
  element.crossOrigin = crossOrigin;
  element.load();
}

/** Whether a site gives a film to pages of other sites (CORS). Only the head of the answer is awaited. */
async function allowsReading(url: URL, fetchIt: typeof fetch): Promise<boolean> {
  const end = new AbortController();
  try {
    const answer = await fetchIt(url, { credentials: 'omit', signal: end.signal });
    return answer.ok;
  } catch {
    return false;
  } finally {
    end.abort();
  }
}
