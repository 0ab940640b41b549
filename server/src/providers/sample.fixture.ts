/** A provider's data for the tests over all providers: the export `sample` of its `<name>.fixture.ts`. */
import type { RequestListener } from 'node:http';
import type { Secrets, SourceCase, SourceOf } from './provider.ts';

/** An upstream with one film and a folder of seven, which fails on demand. */
export interface FakeServer {
  /** Handles its requests instead. */
  instead: RequestListener | undefined;
  /** Origins of the site, with the fake's address for each. Absent: the sign-in request contains the address. */
  readonly sites?: Readonly<Record<string, string>>;
  stop(): void;
}

/** A sign-in request, or an account when users sign in on a page of the site; and the operator's settings for them. */
export type SampleAccount =
  | { readonly login: unknown; readonly operator?: Secrets }
  | { readonly credentials: Secrets; readonly operator: Secrets };

export interface Sample<C extends SourceCase = SourceCase> {
  /** Links that this provider recognizes. No other provider does, except plain addresses. */
  readonly links: readonly string[];
  /** A source of upstream's film. */
  readonly source: SourceOf<C>;
  /** True: only this server makes such items, and refuses to add one. */
  readonly isMadeHere?: true;
  /** For providers with accounts. `folder` is the folder of seven. */
  readonly upstream?: () => Promise<FakeServer & SampleAccount & { readonly folder: string }>;
  /** For providers without accounts that call a site: the site. */
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
