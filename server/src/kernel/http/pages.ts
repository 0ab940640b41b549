/** Pages of the web app for which the server does more than serve them. */

/**
 * A page of the web app that takes a form of another site. Its JavaScript reads the form from the fragment of its
 * address.
 */
export interface PostedPage {
  readonly path: string;
  /** Names of fields that reach the page. */
  readonly fields: readonly string[];
}

/** What the link to a page shows about it where the link is posted. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
}

/** A page of the web app whose address unfurls: messengers show a title, a sentence and a picture for it. */
export interface PreviewedPage {
  /** Path with variables, as `/r/:roomId`. The picture is at `<path>/preview.png`. */
  readonly path: string;
  /**
   * Paths of the API for which the page asks first. Where the link shows something, the page is served with their
   * answers in it, as anybody gets them.
   */
  readonly asksFor: (params: Readonly<Record<string, string>>) => readonly string[];
  /** Undefined: the link shows nothing. */
  read(params: Readonly<Record<string, string>>): Promise<LinkPreview | undefined>;
  /**
   * A PNG of 1200 by 630 pixels, the size to which messengers crop (Open Graph protocol; X cards). Undefined: there is
   * none.
   */
  draw(params: Readonly<Record<string, string>>): Promise<Buffer | undefined>;
}

/** A file beside a page of the web app, open to all who have its address. */
export interface PageFile {
  /** Path with variables, as `/r/:roomId/calendar.ics`. */
  readonly path: string;
  readonly contentType: string;
  /**
   * `publicUrl`: scheme, host, port and base path under which people reach the server. Undefined: there is no such
   * file.
   */
  read(
    params: Readonly<Record<string, string>>,
    publicUrl: string,
  ): Promise<{ readonly name: string; readonly body: string } | undefined>;
}
