import { lazily } from '../../../ui/lazily.tsx';

/** A playlist that follows a folder. It is loaded when somebody opens one. */
export const DynamicPanel = lazily(() => import('./dynamic-panel.tsx').then((module) => module.DynamicPanel));
