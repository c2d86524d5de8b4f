import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { screenWords } from '../../api';
import { useLoanMatches } from '../../features/desk';
import { useSignedIn } from '../../features/session';
import { DESK_IDS, deskPaths, type MenuItem, mayEnter, paths, routeOf } from '../../routes';
import { Money, useTheme } from '../../ui';
import { type Command, type CommandGroup, CommandPalette } from '../../ui/kit';

/** Everything the user may open: the menu's entries under the menu's names, then screens that the menu does not name. */
export function screenCommands(menu: readonly (readonly MenuItem[])[], role: unknown, go: (to: string) => void) {
  const commands: Command[] = menu.flat().flatMap((item) =>
    item.kind === 'link'
      ? [{ id: item.to, label: item.label, icon: item.icon, run: () => go(item.to) }]
      : item.links.map((link) => ({
          id: link.to,
          label: link.label,
          hint: item.label,
          also: item.label,
          icon: link.icon,
          run: () => go(link.to),
        })),
  );
  const named = new Set(commands.map(({ id }) => id));
  for (const id of DESK_IDS) {
    const { path, title, roles } = routeOf(id);
    // A screen that needs an id is opened from its list.
    if (named.has(path) || path.includes(':') || !mayEnter(role, { roles })) continue;
    commands.push({ id: path, label: title, icon: 'others', run: () => go(path) });
  }
  return commands;
}

/** Ctrl-K: any loan by number, name, phone or pincode; any screen; any action. */
export default function JumpPalette({
  menu,
  onClose,
  onKeys,
}: {
  menu: readonly (readonly MenuItem[])[];
  onClose: () => void;
  onKeys: () => void;
}) {
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const { choose } = useTheme();
  const [query, setQuery] = useState('');
  const go = (to: string) => void navigate(to);
  const mayList = mayEnter(profile.role, routeOf('loans'));
  const { data, error, isFetching } = useLoanMatches(mayList ? query : '');
  const wanted = mayList && query.trim().length >= 3;
  const loans = wanted && data ? data.content : [];
  const groups: CommandGroup[] = [
    {
      label: data && data.totalElements > loans.length ? `Loans, ${loans.length} of ${data.totalElements}` : 'Loans',
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
          run: () => go(deskPaths.loans({ q: query.trim(), loan: loan.id })),
        })),
        ...(data && loans.length > 0 && data.totalElements > loans.length
          ? [
              {
                id: 'all-loans',
                label: `Show all ${data.totalElements} in the list`,
                icon: 'report' as const,
                run: () => go(deskPaths.loans({ q: query.trim() })),
              },
            ]
          : []),
      ],
    },
    { label: 'Screens', commands: screenCommands(menu, profile.role, go) },
    {
      label: 'Actions',
      commands: [
        { id: 'keys', label: 'Show the keys of this screen', icon: 'keyboard', run: onKeys },
        { id: 'light', label: 'Theme: light', also: 'colour appearance', icon: 'others', run: () => choose('light') },
        {
          id: 'dark',
          label: 'Theme: dark',
          also: 'colour appearance night',
          icon: 'others',
          run: () => choose('dark'),
        },
        {
          id: 'contrast',
          label: 'Theme: high contrast',
          also: 'colour appearance sun',
          icon: 'others',
          run: () => choose('contrast'),
        },
        { id: 'system', label: 'Theme: like the system', icon: 'others', run: () => choose('system') },
        { id: 'logout', label: 'Log out', also: 'sign out', icon: 'undo', run: () => go(paths.logout()) },
      ],
    },
  ];
  return (
    <CommandPalette
      title="Find a loan, a screen, an action"
      placeholder={mayList ? 'Loan number, name, phone, screen, action' : 'Screen, action'}
      status={wanted && (error ? screenWords(error).title : isFetching && !data ? 'Searching loans…' : undefined)}
      query={query}
      onQuery={setQuery}
      groups={groups}
      onClose={onClose}
    />
  );
}
