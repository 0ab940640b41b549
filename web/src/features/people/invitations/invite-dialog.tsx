import { Share2 } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { QrCode } from '../../../ui/signs/qr-code.tsx';
import { AddMember } from '../members/add-member.tsx';
import { InvitationLinks } from './links.tsx';
import { roomLink } from './room-link.port.ts';

/** The link as text, on the clipboard, in the device's share sheet and as a code for a phone. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('room');
  const { info, self, settings } = useRoom();
  const link = roomLink(info.id);
  const lead = info.has_password
    ? 'invite.leadPassword'
    : settings?.require_approval
      ? 'invite.leadApproval'
      : 'invite.lead';
  // The promise rejects when the person closes the share sheet, which is no failure.
  const share = () =>
    void navigator
      .share({ title: info.name, text: t('invite.shareText', { name: info.name, isPlain: true }), url: link })
      .catch(() => undefined);
  return (
    <Dialog title={t('invite.title')} description={t(lead)} isOpen onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label={t('invite.link')}
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex flex-wrap gap-3">
          <CopyButton text={link} label={t('invite.copy')} />
          {'share' in navigator && (
            <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={share}>
              {t('invite.share')}
            </Button>
          )}
        </div>
        <div className="grid justify-items-center gap-3 rounded-card bg-surface-2 p-5">
          <QrCode text={link} label={t('invite.qr')} />
          <p className="text-sm text-muted">{t('invite.qrHint')}</p>
        </div>
        {self.permissions.has('add_members') && (
          <>
            <section className="border-t border-border pt-4">
              <AddMember />
            </section>
            <InvitationLinks roomId={info.id} />
          </>
        )}
      </div>
    </Dialog>
  );
}
