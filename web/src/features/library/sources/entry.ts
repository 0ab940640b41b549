import type { Methods } from '@matinee/contract/gen/api.ts';
import type { LucideIcon } from 'lucide-react';
import type { Api } from '../../../client/calls/api.ts';

/** Services of the contract for accounts with a kind of source, and for browsing there. */
export type SourceService = {
  [M in keyof Methods]: M extends `${infer S}.GetBinds` ? (`${S}.List` extends keyof Methods ? S : never) : never;
}[keyof Methods];

/** Methods that sign in to an account. */
export type SignInMethod = Extract<keyof Methods, `${SourceService}.${'Login' | 'Bind'}`>;

/** Methods that sign out of an account. */
export type SignOutMethod = Extract<keyof Methods, `${SourceService}.${'Logout' | 'Unbind'}`>;

/** Methods that ask the source whether it still accepts an account. */
export type TestMethod = Extract<keyof Methods, `${SourceService}.GetMe`>;

/** Methods that search an account. */
export type SearchMethod = Extract<keyof Methods, `${SourceService}.Search`>;

/** A field that people fill in to sign in. */
export interface SignInField {
  /** As in the request of `Login`. Its texts are `fields.NAME` and, where there is one, `hints.NAME`. */
  readonly name: string;
  readonly kind: 'url' | 'text' | 'password';
  /** True: the field may stay empty. */
  readonly isOptional?: boolean;
}

/** A sign-in by approval on a page of the source's own server. People enter no password here. */
export interface PageSignIn {
  /** True: it is always the same site, so people enter no address. */
  readonly isOneSite?: boolean;
  /**
   * Starts the sign-in at the server with that address. Resolves to the page, and the argument of `poll`.
   * @throws ApiError
   */
  readonly start: (api: Api, url: string) => Promise<BegunSignIn>;
  /**
   * Resolves to the id of the account; undefined: the person has not approved yet.
   * @throws ApiError
   */
  readonly poll: (api: Api, flow: string) => Promise<string | undefined>;
}

interface BegunSignIn {
  readonly address: string;
  readonly flow: string;
  /** A code that the page shows or asks for. Absent: it does neither. */
  readonly code?: string;
}

/** A kind of source that Matinee itself does not know. */
export interface OwnKind {
  /** As in `CustomSource.provider`. */
  readonly provider: string;
  readonly title: string;
  /** Labels of its fields, by the names of the fields. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The progress of a sign-in by a code. */
export type CodeState = 'waiting' | 'scanned' | 'expired';

/** A sign-in by a QR code. People scan it with an app in which they are signed in. */
export interface CodeSignIn {
  /**
   * Resolves to the text of the code, and the argument of `poll`.
   * @throws ApiError
   */
  readonly start: (api: Api) => Promise<{ readonly text: string; readonly flow: string }>;
  /**
   * Resolves to the id of the account once the person has approved.
   * @throws ApiError
   */
  readonly poll: (api: Api, flow: string) => Promise<{ readonly accountId: string } | { readonly state: CodeState }>;
}

/**
 * A kind of source that people sign in to. A file of `kinds` exports one as `sourceEntry`; this alone puts it into the
 * source browser and onto the account page. Its texts are under `kinds` and its name: `title` is its name and `lead`
 * describes it.
 */
export interface SourceEntry {
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  /** Name of the file. Its texts are under `kinds` and this name. */
  readonly name: string;
  /** Icon that distinguishes the kind from the others at a glance. */
  readonly Icon: LucideIcon;
  /** Order among the kinds, smallest first. */
  readonly order: number;
  readonly service: SourceService;
  /** Absent: people sign in on `page` only. */
  readonly signIn?: SignInMethod;
  readonly signOut: SignOutMethod;
  /** Absent: an account cannot be tested. */
  readonly test?: TestMethod;
  /**
   * Name of the source for people who browse it without an account, with the operator's settings. Absent: an account is
   * needed.
   */
  readonly openHost?: string;
  readonly fields: readonly SignInField[];
  /** Offered before the fields; needs their `url` alone. */
  readonly page?: PageSignIn;
  /** True: the fields are offered first, as the page needs a setting that not every operator has made. */
  readonly prefersForm?: boolean;
  /** Offered before the fields. */
  readonly code?: CodeSignIn;
  /** True: an instance that runs the provider elsewhere can take the sign-in. */
  readonly takesInstance?: boolean;
  /** True: the entry is a placeholder for the kinds that instances provide, each as `own`. */
  readonly isOfInstances?: boolean;
  /** A kind that only instances have, with its words from the instance. */
  readonly own?: OwnKind;
  /** Absent: the source cannot be searched. */
  readonly search?: SearchMethod;
  /** The sign-in fields that can be derived from a pasted link to the server, by their names. */
  readonly knownFrom?: (link: URL) => Readonly<Record<string, string>>;
}

type LoginService = { [S in SourceService]: `${S}.Login` extends keyof Methods ? S : never }[SourceService];
type FieldsOf<M extends SignInMethod> = readonly (SignInField & {
  readonly name: keyof Methods[M]['request'] & string;
})[];

/** An entry with fields that its way to sign in takes. Other fields do not compile. */
export function defineSourceWith<M extends SignInMethod>(
  entry: SourceEntry & { readonly signIn: M; readonly fields: FieldsOf<M> },
): SourceEntry {
  return entry;
}

/** An entry of a source with the usual methods: `Login`, `Logout` and `GetMe`. */
export function defineSource<S extends LoginService>(
  entry: Omit<SourceEntry, 'signIn' | 'signOut' | 'test' | 'takesInstance'> & {
    readonly service: S;
    readonly takesInstance?: 'instance_name' extends keyof Methods[`${S}.Login` & SignInMethod]['request']
      ? true
      : never;
    readonly fields: FieldsOf<`${S}.Login` & SignInMethod>;
  },
): SourceEntry {
  const { service } = entry;
  return {
    ...entry,
    signIn: `${service}.Login`,
    signOut: `${service}.Logout`,
    test: `${service}.GetMe`,
  } as SourceEntry;
}
