/** `npm start`: builds what is missing, then does what `matinee serve` does. Plain JavaScript, since it runs before anything is built. */
import { ensureBuilt } from './built.mjs';

ensureBuilt();
process.argv.splice(2, 0, 'serve');
await import('../cli/dist/main.js');
