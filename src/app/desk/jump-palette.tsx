import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parseRole } from '../../../core/domain/roles';
import { screenWords } from '../../api';
import { useLoanMatches } from '../../features/desk';
import { useSignedIn } from '../../features/session';
import { t } from '../../i18n';
import { DESK_IDS, deskPaths, itemsOf, type Menu, mayEnter, paths, routeOf } from '../../routes';
import { Money, useTheme } from '../../ui';
import { type Command, type CommandGroup, CommandPalette, holdKeys, useSearchState } from '../../ui/kit';
import { entryLines } from './entry-lines';

/** Everything the user may open: the menu's entries under the menu's names, then screens that the menu does not name. */
export function screenCommands(menu: Menu, role: unknown, go: (to: string) => void) {
  const lines = entryLines();
  const commands: Command[] = itemsOf(menu).flatMap((item) =>
    item.kind === 'link'
      ? [{ id: item.to, label: t(item.label), about: lines[item.to], icon: item.icon, run: () => go(item.to) }]
      : item.links.map((link) => ({
          id: link.to,
          label: t(link.label),
          hint: t(item.label),
          about: lines[link.to],
          // The English name finds it as well.
          also: `${item.label} ${link.label}`,
          icon: link.icon,
          run: () => go(link.to),
        })),
  );
  const named = new Set(commands.map(({ id }) => id));
  for (const id of DESK_IDS) {
    const { path, title, roles } = routeOf(id);
    // A screen that needs an id is opened from its list.
    if (named.has(path) || path.includes(':') || !mayEnter(role, { roles })) continue;
    commands.push({ id: path, label: t(title), icon: 'others', run: () => go(path) });
  }
  return commands;
}

/** Who calls opens a loan to call it, the others to read it in the list. */
export const pathToLoan = (role: unknown, { id, loanNumber }: { id: string; loanNumber: string }): string =>
  parseRole(role) === 'CRM_TELECALLER'
    ? deskPaths.callManagement({ loanId: id, loanNumber })
    : deskPaths.loans({ loan: id });

/** Ctrl-K: any loan by number, name, phone or pincode; any screen; any action. */
export default function JumpPalette({
  menu,
  onClose,
  onKeys,
}: {
  menu: Menu;
  onClose: () => void;
  onKeys: () => void;
}) {
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const { choose } = useTheme();
  const [query, setQuery] = useState('');
  const searchState = useSearchState();
  const go = (to: string) => void navigate(to);
  /** To the list, searched for what is typed here. */
  const goSearching = (to: string) => void navigate(to, { state: searchState(query.trim()) });
  const mayList = mayEnter(profile.role, routeOf('loans'));
  const { data, error, isFetching } = useLoanMatches(mayList ? query : '');
  const wanted = mayList && query.trim().length >= 3;
  const loans = wanted && data ? data.content : [];
  const groups: CommandGroup[] = [
    {
      label:
        data && data.exact !== false && data.totalElements > loans.length
          ? t('Loans, {n} of {total}', { n: loans.length, total: data.totalElements })
          : t('Loans'),
      found: true,
      commands: [
        ...loans.map((loan) => ({
          id: `loan-${loan.id}`,
          label: `${loan.borrower} · ${loan.loanNumber}`,
          hint: (
            <>
              {loan.dpd} DPD · <Money paise={loan.overduePaise} short />
            </>
          ),
          icon: 'loans' as const,
          run: () => {
            if (parseRole(profile.role) === 'CRM_TELECALLER') holdKeys(loan.id);
            goSearching(pathToLoan(profile.role, loan));
          },
        })),
        ...(data && loans.length > 0 && data.totalElements > loans.length
          ? [
              {
                id: 'all-loans',
                label:
                  data.exact === false
                    ? t('Show all in the list')
                    : t('Show all {n} in the list', { n: data.totalElements }),
                icon: 'report' as const,
                run: () => goSearching(deskPaths.loans()),
              },
            ]
          : []),
      ],
    },
    { label: t('Screens'), commands: screenCommands(menu, profile.role, go) },
    {
      label: t('Actions'),
      commands: [
        { id: 'keys', label: t('Show the keys of this screen'), icon: 'keyboard', run: onKeys },
        {
          id: 'light',
          label: t('Theme: light'),
          also: 'colour appearance',
          icon: 'others',
          run: () => choose('light'),
        },
        {
          id: 'dark',
          label: t('Theme: dark'),
          also: 'colour appearance night',
          icon: 'others',
          run: () => choose('dark'),
        },
        {
          id: 'contrast',
          label: t('Theme: high contrast'),
          also: 'colour appearance sun',
          icon: 'others',
          run: () => choose('contrast'),
        },
        { id: 'system', label: t('Theme: like the system'), icon: 'others', run: () => choose('system') },
        { id: 'logout', label: t('Log out'), also: 'sign out', icon: 'undo', run: () => go(paths.logout()) },
      ],
    },
  ];
  return (
    <CommandPalette
      title={t('Find a loan, a screen, an action')}
      placeholder={mayList ? t('Loan number, name, phone, screen, action') : t('Screen, action')}
      status={wanted && (error ? screenWords(error).title : isFetching && !data ? t('Searching loans…') : undefined)}
      query={query}
      onQuery={setQuery}
      groups={groups}
      onClose={onClose}
    />
  );
}
