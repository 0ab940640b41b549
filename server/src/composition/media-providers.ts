import { directUrl } from '../providers/direct-url/direct-url.provider.ts';
import type { MediaProviders } from '../providers/provider.ts';

/** Every provider of media. A member of `MediaSource` that is missing here does not compile. */
export const mediaProviders: MediaProviders = { directUrl };
