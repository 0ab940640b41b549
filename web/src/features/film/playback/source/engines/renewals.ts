/** The parameters of a signature in the query of an address. */
const signature: ReadonlySet<string> = new Set(['sig', 'uid', 'exp']);
/** An address below a signed folder: the signed part, the signature, and the path inside the folder. */
const inFolder = /^(.*\/api\/playback-providers\/(?:[^/]+\/){8})([^/]+\/\d+\/[^/]+\/)(.*)$/;
/** A playlist that takes longer to come, in milliseconds, is asked for again. */
const mostMs = 8_000;

/**
 * Maps each address that a player asks for to the address that is valid now. Signatures of a film of unknown length,
 * such as a live stream, end after half an hour. But players go on asking for playlists, and some for segments, at the
 * first addresses: `first` itself, and the addresses in its playlist. `newest` gives the valid address for `first`.
 * Unknown addresses stay as they are. [SY74]
 */
export function followRenewals(first: string, newest: () => string): (asked: string) => string | Promise<string> {
  const begun = absolute(first);
  let latest = begun;
  let named: Promise<ReadonlyMap<string, string>> | undefined;
  return (asked) => {
    const now = absolute(newest());
    if (now === begun) return asked;
    // Players ask for the first address as they were given it, which may be relative to the page.
    const { name, rest } = splitAddress(absolute(asked));
    if (name === splitAddress(begun).name) return now + rest;
    if (now !== latest || named === undefined) {
      const mine = addressesIn(now).catch(() => {
        // The player itself notices a lost connection. Its next request asks again.
        if (named === mine) named = undefined;
        return new Map<string, string>();
      });
      named = mine;
    }
    latest = now;
    return named.then((addresses) => (addresses.has(name) ? addresses.get(name)! + rest : asked));
  };
}

/** The signed addresses and folders in the playlist at `url`, by `SplitAddress.name`. @throws if it cannot be read */
async function addressesIn(url: string): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(mostMs) });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const named = (await answer.text())
    .split(/[\s"<>]+/)
    .filter((word) => word.includes('sig=') || inFolder.test(word))
    .map((word) => splitAddress(new URL(word.replaceAll('&amp;', '&'), url).href));
  return new Map(named.map(({ name, signed }) => [name, signed]));
}

interface SplitAddress {
  /** The address without its signature, so the same for every signature. */
  readonly name: string;
  /** The signed address, without the path inside the folder. */
  readonly signed: string;
  /**
   * The path inside the folder. For an address that is itself signed: what a player that waits for the next list adds
   * (RFC 8216bis, section 6.2.5), or nothing.
   */
  readonly rest: string;
}

function splitAddress(address: string): SplitAddress {
  const [, folder, signed, rest] = inFolder.exec(address) ?? [];
  if (folder !== undefined) return { name: folder, signed: folder + signed, rest: rest! };
  const { origin, pathname, searchParams } = new URL(address);
  const others = [...searchParams].filter(([name]) => !signature.has(name) && !isDirective(name));
  const directives = new URLSearchParams([...searchParams].filter(([name]) => isDirective(name)));
  const added = directives.size > 0 ? `&${directives}` : '';
  return { name: `${origin}${pathname}?${new URLSearchParams(others)}`, signed: address, rest: added };
}

const isDirective = (name: string) => name.startsWith('_HLS_');

function absolute(url: string): string {
  return new URL(url, location.href).href;
}
