/** What the signature of an address is made of, in its query. */
const signature: ReadonlySet<string> = new Set(['sig', 'uid', 'exp']);
/** An address below a signed folder: what is signed, the signature, and what is in the folder. */
const inFolder = /^(.*\/api\/playback-providers\/(?:[^/]+\/){8})([^/]+\/\d+\/[^/]+\/)(.*)$/;

/**
 * Says under which address a part of a stream is read now. Signatures of a film whose length nobody knows, as of a live stream, end after
 * half an hour, and a player asks for playlists, and some for segments, at the addresses that it was told first: the one of the film at
 * `first`, of which `newest` gives the address that serves, and those that its playlist names. One that is not known is left as it is. [SY74]
 */
export function followRenewals(first: string, newest: () => string): (asked: string) => string | Promise<string> {
  const begun = absolute(first);
  let latest = begun;
  let named: Promise<ReadonlyMap<string, string>> | undefined;
  return (asked) => {
    const now = absolute(newest());
    if (now === begun) return asked;
    const { name, rest } = splitAddress(asked);
    if (name === splitAddress(begun).name) return now;
    if (now !== latest || named === undefined) named = addressesIn(now);
    latest = now;
    return named.then((addresses) => (addresses.has(name) ? addresses.get(name)! + rest : asked));
  };
}

/** The signed addresses and folders that the playlist at `url` names, by their names. */
async function addressesIn(url: string): Promise<ReadonlyMap<string, string>> {
  const text = await fetch(url).then(
    (answer) => (answer.ok ? answer.text() : ''),
    // The player finds out by itself that it has no connection.
    () => '',
  );
  const named = text
    .split(/[\s"<>]+/)
    .filter((word) => word.includes('sig=') || inFolder.test(word))
    .map((word) => splitAddress(new URL(word.replaceAll('&amp;', '&'), url).href));
  return new Map(named.map(({ name, signed }) => [name, signed]));
}

interface SplitAddress {
  /** The same with each signature. */
  readonly name: string;
  /** The address without what is in the folder. */
  readonly signed: string;
  /** What is in the folder; empty for a signed address. */
  readonly rest: string;
}

function splitAddress(address: string): SplitAddress {
  const [, folder, signed, rest] = inFolder.exec(address) ?? [];
  if (folder !== undefined) return { name: folder, signed: folder + signed, rest: rest! };
  const { origin, pathname, searchParams } = new URL(address);
  const others = new URLSearchParams([...searchParams].filter(([name]) => !signature.has(name)));
  return { name: `${origin}${pathname}?${others}`, signed: address, rest: '' };
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}
