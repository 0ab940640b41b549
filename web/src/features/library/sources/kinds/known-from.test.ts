/** What a pasted link to something on a server reveals for the sign-in there. */
import { describe, expect, test } from 'vitest';
import type { SourceEntry } from '../entry.ts';
import { sourceEntry as alist } from './alist.ts';
import { sourceEntry as cloudreve } from './cloudreve.ts';
import { sourceEntry as emby } from './emby.ts';
import { sourceEntry as nextcloud } from './nextcloud.ts';
import { sourceEntry as peertube } from './peertube.ts';
import { sourceEntry as qnap } from './qnap.ts';
import { sourceEntry as seafile } from './seafile.ts';
import { sourceEntry as synology } from './synology.ts';
import { sourceEntry as webdav } from './webdav.ts';

const urlFrom = (entry: SourceEntry, link: string) => entry.knownFrom!(new URL(link))['url'];

describe('[WSO12] the server of a link', () => {
  test.each([
    ['https://cloud.test/s/aBc123', 'https://cloud.test'],
    ['https://cloud.test/index.php/s/aBc123', 'https://cloud.test'],
    ['https://cloud.test/index.php', 'https://cloud.test'],
    ['https://home.test/nextcloud/apps/files/?dir=/films', 'https://home.test/nextcloud'],
    ['https://home.test/nextcloud/f/42', 'https://home.test/nextcloud'],
    ['https://home.test/sources/s/x', 'https://home.test/sources'],
    ['https://cloud.test:8443/apps', 'https://cloud.test:8443'],
  ])('of Nextcloud ends before the page: %s', (link, url) => expect(urlFrom(nextcloud, link)).toBe(url));

  test.each([
    ['https://media.test/web/index.html#!/item?id=1', 'https://media.test'],
    ['https://media.test/emby/web/index.html', 'https://media.test/emby'],
    ['https://media.test/jellyfin/web', 'https://media.test/jellyfin'],
    ['https://media.test/jellyfin/web/', 'https://media.test/jellyfin'],
    ['https://media.test/', 'https://media.test'],
    ['https://media.test/webmedia', 'https://media.test/webmedia'],
  ])('of Emby ends before the web client: %s', (link, url) => expect(urlFrom(emby, link)).toBe(url));

  test('of WebDAV is the folder that the file lies in', () => {
    expect(urlFrom(webdav, 'https://dav.test/films/2020/a.mkv')).toBe('https://dav.test/films/2020');
    expect(urlFrom(webdav, 'https://dav.test/films/')).toBe('https://dav.test/films');
    expect(urlFrom(webdav, 'https://dav.test/a.mkv')).toBe('https://dav.test');
  });

  test('of all others is the host, whatever the link names on it', () => {
    for (const entry of [alist, cloudreve, peertube, qnap, seafile, synology])
      expect([entry.name, urlFrom(entry, 'https://nas.test:5001/some/page?x=1#y')]).toEqual([
        entry.name,
        'https://nas.test:5001',
      ]);
  });
});
