/** The generators that read no module of ours. Each writes its output when it is imported. */
import './services.ts';
import './comments.ts';
import './providers.ts';
import './features.ts';
