declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** The part that tests use. The package has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}

declare module 'ical.js' {
  /** The part that tests use. */
  export class Component {
    constructor(parsed: unknown);
    readonly name: string;
    getAllSubcomponents(): Component[];
    getAllProperties(): { readonly name: string }[];
    getFirstPropertyValue(name: string): unknown;
  }
  export class Event {
    constructor(component: Component);
    readonly component: Component;
    readonly uid: string;
    readonly sequence: number;
    readonly summary: string;
    readonly description: string;
    readonly startDate: { toJSDate(): Date; readonly zone: { readonly tzid: string } };
    readonly duration: { toSeconds(): number };
  }
  /** @throws Error when the text is not iCalendar. */
  export function parse(text: string): unknown;
  const ical: { readonly Component: typeof Component; readonly Event: typeof Event; readonly parse: typeof parse };
  export default ical;
}
