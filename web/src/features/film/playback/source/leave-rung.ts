import { loadTexts, translatorFor } from '../../../../texts/texts.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { wantedVersion } from './versions.ts';

/** Goes back to the first version of a live stream, and says so. The person can choose another one again. [SY102] */
export async function leaveRung(): Promise<void> {
  wantedVersion.set('');
  await loadTexts('problems');
  const t = translatorFor('problems');
  showToast(`${t('no_rung.title')} ${t('no_rung.advice')}`);
}
