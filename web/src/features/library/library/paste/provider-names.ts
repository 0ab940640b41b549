/** Own names of the sites and servers that links lead to, by the name of their provider. */
export const providerNames: Readonly<Record<string, string>> = {
  webdav: 'WebDAV',
  youtube: 'YouTube',
  twitch: 'Twitch',
  bilibili: 'Bilibili',
  peertube: 'PeerTube',
  vimeo: 'Vimeo',
  dailymotion: 'Dailymotion',
  tiktok: 'TikTok',
  alist: 'AList',
  emby: 'Emby',
  jellyfin: 'Jellyfin',
  nextcloud: 'Nextcloud',
  seafile: 'Seafile',
  synology: 'Synology',
  cloudreve: 'Cloudreve',
  qnap: 'QNAP',
};
