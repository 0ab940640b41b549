import type { Methods } from '@matinee/contract/gen/api.ts';
import type { LucideIcon } from 'lucide-react';
import type { Api } from '../../../client/calls/api.ts';

/** Services of the contract by which people have accounts with a kind of source and look around there. */
export type SourceService = {
  [M in keyof Methods]: M extends `${infer S}.GetBinds` ? (`${S}.List` extends keyof Methods ? S : never) : never;
}[keyof Methods];

/** Methods that keep an account. */
export type SignInMethod = Extract<keyof Methods, `${SourceService}.${'Login' | 'Bind'}`>;

/** Methods that forget an account. */
export type SignOutMethod = Extract<keyof Methods, `${SourceService}.${'Logout' | 'Unbind'}`>;

/** Methods that ask the source whether it still accepts an account. */
export type TestMethod = Extract<keyof Methods, `${SourceService}.GetMe`>;

/** Methods that search an account. */
export type SearchMethod = Extract<keyof Methods, `${SourceService}.Search`>;

/** What somebody enters to sign in. */
export interface SignInField {
  /** As in the request of `Login`. Its texts are `fields.NAME` and, where there is one, `hints.NAME`. */
  readonly name: string;
  readonly kind: 'url' | 'text' | 'password';
  /** True: it may stay empty. */
  readonly isOptional?: boolean;
}

/** A sign-in that people agree to on a page of the source's own server, so that nobody enters a password here. */
export interface PageSignIn {
  /** True: it is always the same site, so nobody is asked for an address. */
  readonly isOneSite?: boolean;
  /** Begins at the server with that address. Gives the page, and what `poll` takes. @throws ApiError */
  readonly start: (api: Api, url: string) => Promise<BegunSignIn>;
  /** Gives the id of the account; undefined: nobody has agreed yet. @throws ApiError */
  readonly poll: (api: Api, flow: string) => Promise<string | undefined>;
}

interface BegunSignIn {
  readonly address: string;
  readonly flow: string;
  /** What the page shows, or asks for. Absent: neither. */
  readonly code?: string;
}

/** A kind of source that Matinee does not know. */
export interface OwnKind {
  /** As in `CustomSource.provider`. */
  readonly provider: string;
  readonly title: string;
  /** What its fields are called, by their names. */
  readonly labels: Readonly<Record<string, string>>;
}

/** How far a sign-in by a code is. */
export type CodeState = 'waiting' | 'scanned' | 'expired';

/** A sign-in by a QR code, which people read with an app in which they are signed in. */
export interface CodeSignIn {
  /** Gives what the code says, and what `poll` takes. @throws ApiError */
  readonly start: (api: Api) => Promise<{ readonly text: string; readonly flow: string }>;
  /** Gives the id of the account once somebody has agreed. @throws ApiError */
  readonly poll: (api: Api, flow: string) => Promise<{ readonly accountId: string } | { readonly state: CodeState }>;
}

/**
 * A kind of source that people sign in to. A file of `kinds` exports one as `sourceEntry`; this alone puts it into the source browser and onto
 * the account page. Its words are in the texts, under `kinds` and its name: `title`, and `lead`, which says what it is.
 */
export interface SourceEntry {
  /** As in `ProviderAccount.provider`. */
  readonly provider: string;
  /** Of the file, under which its texts are. */
  readonly name: string;
  /** Tells the kind from the others at a glance. */
  readonly Icon: LucideIcon;
  /** Order among the kinds, smallest first. */
  readonly order: number;
  readonly service: SourceService;
  /** Absent: people sign in on `page` only. */
  readonly signIn?: SignInMethod;
  readonly signOut: SignOutMethod;
  /** Absent: an account cannot be tested. */
  readonly test?: TestMethod;
  /** What the source is called where somebody looks around without an account, with what the operator has set. Absent: nobody can. */
  readonly openHost?: string;
  readonly fields: readonly SignInField[];
  /** Offered before the fields; needs their `url` alone. */
  readonly page?: PageSignIn;
  /** True: the fields are offered first, as the page needs what not every operator has set. */
  readonly prefersForm?: boolean;
  /** Offered before the fields. */
  readonly code?: CodeSignIn;
  /** True: its sign-in can be given to an instance that runs the provider elsewhere. */
  readonly takesInstance?: boolean;
  /** True: its kinds are those that instances bring along, each as `own`. */
  readonly isOfInstances?: boolean;
  /** A kind that only instances have, and its words, as an instance tells them. */
  readonly own?: OwnKind;
  /** Absent: it cannot be searched. */
  readonly search?: SearchMethod;
  /** What a pasted link to something on the server tells about the sign-in, by the names of the fields. */
  readonly knownFrom?: (link: URL) => Readonly<Record<string, string>>;
}

type LoginService = { [S in SourceService]: `${S}.Login` extends keyof Methods ? S : never }[SourceService];
type FieldsOf<M extends SignInMethod> = readonly (SignInField & {
  readonly name: keyof Methods[M]['request'] & string;
})[];

/** An entry whose fields are those that its way to sign in takes; others do not compile. */
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
