/** What the tests over all providers need from each of them: the export `sample` of its `<name>.fixture.ts`. */
import type { RequestListener } from 'node:http';
import type { Secrets, SourceCase, SourceOf } from './provider.ts';

/** An upstream with one film and a folder of seven, which fails on demand. */
export interface FakeServer {
  /** Answers in its place. */
  instead: RequestListener | undefined;
  /** Origins of the site for which it stands, and its own address. Absent: the request to sign in has its address. */
  readonly sites?: Readonly<Record<string, string>>;
  stop(): void;
}

/**
 * A request to sign in, or an account when people sign in on a page of the site; and the operator's settings for them.
 */
export type SampleAccount =
  | { readonly login: unknown; readonly operator?: Secrets }
  | { readonly credentials: Secrets; readonly operator: Secrets };

export interface Sample<C extends SourceCase = SourceCase> {
  /** Links that this provider knows. Of the others, only plain addresses know them. */
  readonly links: readonly string[];
  /** A source of the film of the upstream. */
  readonly source: SourceOf<C>;
  /** True: this server makes such items itself, and refuses one that somebody adds. */
  readonly isMadeHere?: true;
  /** For providers with accounts. `folder` is the folder of seven. */
  readonly upstream?: () => Promise<FakeServer & SampleAccount & { readonly folder: string }>;
  /** For providers without accounts that ask a site: the site. */
  readonly site?: () => Promise<FakeServer>;
}

/** The samples of all providers, by the name of the provider. */
export async function readSamples(names: readonly string[]): Promise<ReadonlyMap<string, Sample>> {
  const found = names.map(async (name): Promise<[string, Sample]> => {
    const folder = name.replaceAll('_', '-');
    const { sample } = (await import(`./${folder}/${folder}.fixture.ts`)) as { readonly sample: Sample };
    return [name, sample];
  });
  return new Map(await Promise.all(found));
}
