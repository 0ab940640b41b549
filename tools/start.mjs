/**
 * `npm start`: builds what is missing, then does the same as `matinee serve`. It is plain JavaScript, because it runs
 * before anything is built.
 */
import { ensureBuilt } from './built.mjs';

ensureBuilt();
process.argv.splice(2, 0, 'serve');
await import('../cli/dist/main.js');
