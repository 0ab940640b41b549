/**
 * The ending of a name of a film, of sound or of a list, whether browsers play it as it is or this server converts it:
 * `.mkv` of `film.mkv`.
 */
export const filmEnding =
  /\.(?:mp4|m4v|mov|mkv|mka|webm|avi|divx|wmv|asf|mpe?g|m2v|vob|m?ts|m2ts|flv|f4v|og[gavm]|3g[p2]|rm(?:vb)?|m3u8?|mpd|mp3|m4[ab]|aac|ac3|flac|wav|aiff?|wma|opus)$/i;
