/**
 * `npm start`: installs and builds missing parts, then does the same as `matinee serve`. It is plain JavaScript,
 * because it runs before any package is installed. Node 14 can read it, to tell its user that it is too old.
 */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
import('./setup/prepare.mjs')
  .then(({ prepare }) => prepare('run'))
  .then((isReady) => {
    if (!isReady) return undefined;
    process.argv.splice(2, 0, 'serve');
    return import('../cli/dist/main.js');
  });
