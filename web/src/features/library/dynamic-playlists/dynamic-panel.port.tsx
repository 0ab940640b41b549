import { lazily } from '../../../ui/lazily.tsx';

/** A playlist that follows a folder. Its code is loaded when a person opens one. */
export const DynamicPanel = lazily(() => import('./dynamic-panel.tsx').then((module) => module.DynamicPanel));
