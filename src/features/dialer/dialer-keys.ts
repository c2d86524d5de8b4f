/**
 * The keys of the dialer, on every screen of a telecaller. With Alt, because the call goes on while somebody writes; a key is
 * there only while its button is.
 */
import type { DialerActions, DialerView } from '../../dialer';
import { t } from '../../i18n';
import { type Shortcut, useShortcuts } from '../../ui/kit';

/** As the sheet has them. */
const DIALER_KEYS = {
  ready: '$alt+r',
  status: '$alt+b',
  mute: '$alt+m',
  hold: '$alt+h',
  end: '$alt+x',
  done: '$alt+k',
  unfreeze: '$alt+u',
  window: '$alt+w',
} as const;

/** "Alt+H", for `aria-keyshortcuts`. */
export const spokenKey = (name: keyof typeof DIALER_KEYS): string =>
  `Alt+${DIALER_KEYS[name].slice('$alt+'.length).toUpperCase()}`;

interface DialerKeyed {
  view: DialerView;
  actions: DialerActions;
  takeCalls: () => void;
  openStatus: () => void;
  turnWindow: () => void;
}

export function useDialerKeys(held: DialerKeyed | null): void {
  useShortcuts(held ? keysOf(held) : []);
}

function keysOf({ view, actions, takeCalls, openStatus, turnWindow }: DialerKeyed): Shortcut[] {
  const { call } = view;
  const here = view.holder === 'here';
  const on = here && view.connection === 'connected';
  const talking = call !== null && call.answeredAt !== null && !call.ended;
  const key = (name: keyof typeof DIALER_KEYS, there: boolean, label: string, run: () => void): Shortcut[] =>
    there ? [{ keys: DIALER_KEYS[name], label, run, whileTyping: true }] : [];
  return [
    ...key('mute', on && talking, call?.muted ? t('Unmute') : t('Mute'), () => actions.mute(!call?.muted)),
    ...key('hold', on && talking, call?.held ? t('Take back') : t('Hold'), () => actions.hold(!call?.held)),
    ...key('end', on && call !== null && !call.ended, t('End call'), () => actions.release()),
    ...key('done', on && !!call?.ended, t('Mark as done'), () => actions.markDone()),
    ...key('unfreeze', here && view.callId !== null && !view.unfreezing, t('Dialer Unfreeze'), () =>
      actions.unfreeze(),
    ),
    ...key('window', view.callId !== null, t('Show or minimise the call'), turnWindow),
    ...key('ready', here && view.status !== 'Ready' && view.asked === null, t('Ready'), takeCalls),
    ...key('status', here && view.asked === null, t('Choose a status or a break'), openStatus),
  ];
}
