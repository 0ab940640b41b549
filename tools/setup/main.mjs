/** `node tools/setup/main.mjs PURPOSE`: only makes the checkout ready for a purpose of prepare.mjs. */
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
import('./prepare.mjs').then(({ prepare }) => prepare(process.argv[2]));
