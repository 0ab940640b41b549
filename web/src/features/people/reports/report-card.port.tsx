import type { ContentReport, ReportStatus } from '@matinee/contract/gen/api.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';

interface ReportCardProps {
  readonly report: ContentReport;
  readonly isBusy: boolean;
  readonly onDecide: (status: ReportStatus, note: string) => void;
  /** Further actions on the report. */
  readonly children?: ReactNode;
}

/** A report with its content, and the possible decisions. [WRP2] [WRP3] */
export function ReportCard({ report, isBusy, onDecide, children }: ReportCardProps) {
  const { t } = useTranslation('reports');
  const [note, setNote] = useState('');
  const { content, status } = report;
  const isDecided = status === 'resolved' || status === 'dismissed';
  const name = content?.username || content?.room_name || t('nobody');
  const decide = (next: ReportStatus) => onDecide(next, note.trim());
  return (
    <article
      aria-label={t(`about.${report.target}`, { name })}
      className="grid gap-3 rounded-card border border-border p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto min-w-0 font-semibold wrap-anywhere">{t(`about.${report.target}`, { name })}</h2>
        <Chip tone="accent">{t(`category.${report.category}`)}</Chip>
        <Chip>{t(`status.${status}`)}</Chip>
      </div>
      <Reported report={report} />
      {report.text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {report.text}
        </p>
      )}
      <p className="text-sm text-muted">
        {report.created_at && <Moment at={report.created_at} />}
        {report.reporter_name && <> · {t('by', { name: report.reporter_name })}</>}
      </p>
      <Steps report={report} />
      {!isDecided && (
        <>
          <TextField
            label={t('note')}
            hint={t('noteHint')}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            {status === 'open' && (
              <Button busy={isBusy} onClick={() => decide('in_review')}>
                {t('take')}
              </Button>
            )}
            <Button kind="primary" busy={isBusy} onClick={() => decide('resolved')}>
              {t('resolve')}
            </Button>
            <Button busy={isBusy} onClick={() => decide('dismissed')}>
              {t('dismiss')}
            </Button>
            {children}
          </div>
        </>
      )}
    </article>
  );
}

/** The content as it was at the time of the report. */
function Reported({ report: { content } }: Pick<ReportCardProps, 'report'>) {
  const lines = [content?.message_content, content?.room_description, ...(content?.attachment_names ?? [])];
  const shown = lines.filter((line) => line);
  if (shown.length === 0) return null;
  return (
    <blockquote
      dir="auto"
      className="grid gap-1 rounded-control bg-surface-2 px-4 py-3 wrap-anywhere whitespace-pre-line"
    >
      {shown.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </blockquote>
  );
}

function Steps({ report: { steps } }: Pick<ReportCardProps, 'report'>) {
  const { t } = useTranslation('reports');
  if (steps.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {steps.map(({ status, by, note, at }) => (
        <li key={at} className="wrap-anywhere">
          {t('step', { status: t(`status.${status}`), by })} {at && <Moment at={at} />} {note}
        </li>
      ))}
    </ul>
  );
}
