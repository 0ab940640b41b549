import { loadTexts, translatorFor } from '../../../../texts/texts.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { wantedVersion } from './versions.ts';

/** Goes back to the live stream as it is, for good, and says so: it may be asked for again by hand. [SY102] */
export async function leaveRung(): Promise<void> {
  wantedVersion.set('');
  await loadTexts('problems');
  const t = translatorFor('problems');
  showToast(`${t('no_rung.title')} ${t('no_rung.advice')}`);
}
