/**
 * The generators that read the contract, the server and the command line. Each writes its output when it is imported.
 */
import './schema.ts';
import './client.ts';
import './frames.ts';
import './docs.ts';
import './monitoring.ts';
