/**
 * What local storage keeps of the dialer (specification 3 "Local storage"): the id of the call's connection, the last
 * event, whether the call was connected, and the agent's flags. Never a number or a name: local storage is not sealed.
 */
import type { AgentState, DialerStatus } from '../../core/contract/dialer-socket';
import type { CurrentCall } from './types';

type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type DialerEvent = 'call-offered' | 'call-answered' | 'call-ended';

export const DIALER_KEYS = {
  connectionId: 'connectionId',
  event: 'dialerEvent',
  callConnected: 'callConnected',
  agentReady: 'agentReady',
  agentActive: 'agentActive',
  isPredictive: 'isPredictive',
} as const;

export function dialerMemory(storage: KeyValue) {
  const keep = (key: string, value: string) => {
    try {
      storage.setItem(key, value);
    } catch {
      // Full or forbidden storage: the call goes on, only a reload would not know of it.
    }
  };
  return {
    /** The call that was not marked done when this page was last closed. */
    callId: (): string | null => {
      try {
        return storage.getItem(DIALER_KEYS.connectionId);
      } catch {
        return null;
      }
    },
    keepCall(call: CurrentCall) {
      const event: DialerEvent = call.ended ? 'call-ended' : call.answeredAt ? 'call-answered' : 'call-offered';
      keep(DIALER_KEYS.connectionId, call.callId);
      keep(DIALER_KEYS.event, event);
      keep(DIALER_KEYS.callConnected, String(event === 'call-answered'));
      keep(DIALER_KEYS.isPredictive, String(call.mode === 'predictive'));
    },
    /** Connection id, event and call-connected flag are gone with the call. */
    clearCall() {
      for (const key of [DIALER_KEYS.connectionId, DIALER_KEYS.event, DIALER_KEYS.callConnected])
        storage.removeItem(key);
    },
    keepAgent(status: DialerStatus, state: AgentState) {
      keep(DIALER_KEYS.agentReady, String(status === 'Ready'));
      keep(DIALER_KEYS.agentActive, String(state !== 'break'));
    },
  };
}
