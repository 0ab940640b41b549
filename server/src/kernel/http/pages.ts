/** Pages of the web app that need more of the server than being served. */

/**
 * A page of the web app that receives a form from another site. Its JavaScript reads the form from the URL fragment.
 */
export interface PostedPage {
  readonly path: string;
  /** Names of the form fields that are passed to the page. */
  readonly fields: readonly string[];
}

/** The preview of a page that messengers show for a link to it. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
}

/** A page of the web app whose links have a preview: messengers show a title, a sentence and a picture. */
export interface PreviewedPage {
  /** Path with variables, such as `/r/:roomId`. The picture is at `<path>/preview.png`. */
  readonly path: string;
  /**
   * API paths that the page requests first. If the link has a preview, the page is served with the answers embedded, as
   * an anonymous caller gets them.
   */
  readonly asksFor: (params: Readonly<Record<string, string>>) => readonly string[];
  /** Undefined: the link has no preview. */
  read(params: Readonly<Record<string, string>>): Promise<LinkPreview | undefined>;
  /**
   * A PNG of 1200 by 630 pixels, the size to which messengers crop (Open Graph protocol; X cards). Undefined if there
   * is none.
   */
  draw(params: Readonly<Record<string, string>>): Promise<Buffer | undefined>;
}

/** A file beside a page of the web app. Anyone with its URL can read it. */
export interface PageFile {
  /** Path with variables, such as `/r/:roomId/calendar.ics`. */
  readonly path: string;
  readonly contentType: string;
  /**
   * `publicUrl`: scheme, host, port and base path of the server's public URL. Returns undefined if there is no such
   * file.
   */
  read(
    params: Readonly<Record<string, string>>,
    publicUrl: string,
  ): Promise<{ readonly name: string; readonly body: string } | undefined>;
}
