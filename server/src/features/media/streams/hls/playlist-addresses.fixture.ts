import type { PlaylistForm } from './playlist.ts';

/** Addresses in a playlist, as the server names them, but for the signature. */
export const addresses: Pick<PlaylistForm, 'uriOf' | 'initUriOf'> = {
  uriOf: ({ number, initNumber }, part) =>
    `${number}${part === undefined ? '' : `.${part}`}${initNumber === undefined ? '.ts' : '.m4s'}`,
  initUriOf: (number) => `${number}.mp4`,
};
