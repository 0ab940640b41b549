/** `node tools/setup/main.mjs PURPOSE`: makes the checkout ready for a purpose of prepare.mjs, and nothing else. */
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
import('./prepare.mjs').then(({ prepare }) => prepare(process.argv[2]));
