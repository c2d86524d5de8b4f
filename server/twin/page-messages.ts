/** What a page says, done on the exchange. `hello` is the socket's own business. */
import type { FromDialerBody, ToDialer } from '../../core/contract/dialer-socket';
import type { Exchange, TwinAgent } from './exchange';

export function takeMessage(
  exchange: Exchange,
  agent: TwinAgent,
  message: ToDialer,
  say: (agent: TwinAgent, body: FromDialerBody) => void,
): void {
  switch (message.type) {
    case 'agent-state':
      exchange.setStatus(agent, message.status);
      break;
    case 'dial':
      exchange.dial(agent, message);
      break;
    case 'release':
      exchange.release(agent, message.callId);
      break;
    case 'disposition':
      exchange.dispose(agent, message.callId, message.outcome, message.code);
      break;
    case 'markdone':
      exchange.markDone(agent, message.callId);
      break;
    case 'hold':
      exchange.hold(agent, message.callId, message.on);
      break;
    case 'mute':
      exchange.mute(agent, message.callId, message.on);
      break;
    case 'conference':
      exchange.conference(agent, message.callId, message.number);
      break;
    case 'transfer':
      exchange.transfer(agent, message.callId, message.to);
      break;
    case 'listen':
    case 'whisper':
    case 'barge':
      // Only the server says who may come into a call, after it has checked and noted it.
      say(agent, { type: 'error', message: 'Supervision comes through the server', callId: null });
      break;
    case 'hello':
      break;
  }
}
