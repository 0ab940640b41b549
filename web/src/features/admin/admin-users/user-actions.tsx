import type { Account } from '@matinee/contract/gen/api.ts';
import { Ban, Download, KeyRound, Pencil, RotateCcw, ShieldCheck, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { downloadFrom } from '../../../ui/save-file.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { BanDialog } from './ban-dialog.tsx';
import { type Offers, offersFor } from './standing.ts';
import { PasswordDialog, RenameDialog, RestoreDialog, RoleDialog } from './user-dialogs.tsx';

type UserQuestion = 'ban' | 'unban' | 'rename' | 'password' | 'role' | 'delete' | 'restore';

/** Buttons for the actions on the account that the signed-in administrator may take. Each asks before it acts. */
export function UserActions({ account }: { readonly account: Account }) {
  const { t } = useTranslation('admin-users');
  const { user: self } = useSession();
  const errorText = useErrorText('admin-users');
  const [asked, setAsked] = useState<UserQuestion>();
  const close = () => setAsked(undefined);
  const done = (what: string) => () => {
    close();
    showToast(t(`done.${what}`, { name: account.user?.username }));
  };
  const refused = { onError: (error: unknown) => showToast(errorText(error), 'danger') };
  const ban = useAdminAction('AdminService.BanUser', done('ban'));
  const unban = useAdminAction('AdminService.UnbanUser', done('unban'));
  const remove = useAdminAction('AdminService.DeleteUser', done('delete'));
  const downloadArchive = useArchive();
  const { user } = account;
  if (!user) return null;
  const name = user.username;
  return (
    <section aria-label={t('action.label')} className="flex flex-wrap gap-2">
      <ActionButtons offers={offersFor(self, account)} onAsk={setAsked} onExport={() => downloadArchive(user.id)} />
      {asked === 'ban' && (
        <BanDialog
          title={t('ban.title', { name })}
          text={t('ban.text')}
          reasonHint={t('ban.reasonHint')}
          withEnd
          isBusy={ban.isPending}
          error={ban.error}
          onBan={({ reason, until }) => ban.mutate({ user_id: user.id, reason, ...(until && { until }) })}
          onClose={close}
        />
      )}
      {asked === 'rename' && <RenameDialog account={account} onClose={close} />}
      {asked === 'password' && <PasswordDialog account={account} onClose={close} />}
      {asked === 'role' && <RoleDialog account={account} onClose={close} />}
      {asked === 'restore' && <RestoreDialog account={account} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'unban'}
        title={t('unban.title', { name })}
        text={t('unban.text')}
        action={t('action.unban')}
        isBusy={unban.isPending}
        onConfirm={() => unban.mutate({ user_id: user.id }, refused)}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('delete.title', { name })}
        text={t('delete.text')}
        action={t('delete.action')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ user_id: user.id }, refused)}
        onClose={close}
      />
    </section>
  );
}

/** Downloads the data that the server stores about an account. */
function useArchive(): (userId: string) => void {
  const { t } = useTranslation('admin-users');
  const errorText = useErrorText('admin-users');
  const archive = useAdminAction('AdminService.CreateUserExport', ({ url }) => {
    downloadFrom(url);
    showToast(t('done.export'));
  });
  const onError = (error: unknown) => showToast(errorText(error), 'danger');
  return (userId) => archive.mutate({ user_id: userId }, { onError });
}

interface ActionButtonsProps {
  readonly offers: Offers;
  readonly onAsk: (question: UserQuestion) => void;
  readonly onExport: () => void;
}

function ActionButtons({ offers, onAsk, onExport }: ActionButtonsProps) {
  const { t } = useTranslation('admin-users');
  const button = (isOffered: boolean, what: UserQuestion, icon: ReactNode, isDangerous = false) =>
    isOffered && (
      <Button kind={isDangerous ? 'danger' : 'secondary'} icon={icon} onClick={() => onAsk(what)}>
        {t(`action.${what}`)}
      </Button>
    );
  const size = { size: 18, 'aria-hidden': true } as const;
  return (
    <>
      {button(offers.rename, 'rename', <Pencil {...size} />)}
      {button(offers.setPassword, 'password', <KeyRound {...size} />)}
      {button(offers.changeRole, 'role', <ShieldCheck {...size} />)}
      {button(offers.unban, 'unban', <Undo2 {...size} />)}
      {button(offers.restore, 'restore', <RotateCcw {...size} />)}
      {offers.export && (
        <Button icon={<Download {...size} />} onClick={onExport}>
          {t('action.export')}
        </Button>
      )}
      {button(offers.ban, 'ban', <Ban {...size} />, true)}
      {button(offers.delete, 'delete', <Trash2 {...size} />, true)}
      {!Object.values(offers).some(Boolean) && <p className="text-muted">{t('action.none')}</p>}
    </>
  );
}
