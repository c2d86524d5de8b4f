/** The words of the mails about scheduled reports. Those who get them may be outside of the installation: they name no borrower. */
import { formatDay } from '../../../core/domain/dates';
import type { Mail } from '../../platform/senders/mail';
import { letterOf } from '../auth';

export interface ReportLetter {
  deliveryId: string;
  position: number;
  address: string;
  report: string;
  tenant: string;
  from: string;
  to: string;
  lines: number;
  portfolios: readonly string[];
  file: { name: string; mime: string; content: Buffer } | { link: string; days: number };
}

const daysOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

export function reportLetter(letter: ReportLetter): Mail {
  const { report, tenant, lines, file } = letter;
  const days = daysOf(letter);
  const what = `${report} of ${tenant} for ${days}: ${lines === 1 ? '1 line' : `${lines.toLocaleString('en-IN')} lines`}.`;
  const whose = `Portfolios: ${letter.portfolios.join(', ') || 'none that is left'}.`;
  const mail = letterOf(
    { name: '', address: letter.address },
    `${report}, ${days}`,
    'link' in file
      ? [
          what,
          `The file is too large for a mail. Sign in with the account of this address to fetch it, within ${file.days} days.`,
          whose,
        ]
      : [what, whose],
    'link' in file ? { href: file.link, label: 'Fetch the file' } : undefined,
  );
  return {
    ...mail,
    id: `report-${letter.deliveryId}-${letter.position}`,
    ...('content' in file && {
      attachments: [{ filename: file.name, content: file.content, contentType: file.mime }],
    }),
  };
}

export const pausedLetter = (
  to: Mail['to'],
  { id, report, problem, link }: { id: string; report: string; problem: string; link: string },
): Mail => ({
  ...letterOf(
    to,
    `${report} is no longer mailed`,
    [
      `Dear ${to.name}, your scheduled report ${report} reached nobody several times in a row and was switched off. To look at it and switch it on again, open this link:`,
      `The last time: ${problem}`,
    ],
    { href: link, label: 'Info for Reports' },
  ),
  id,
});
