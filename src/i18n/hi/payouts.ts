/** Hindi of agency payouts. */
import type { Catalogue } from '..';

export const messages = {
  'Agency Payout History': 'एजेंसी भुगतान इतिहास',
  Approved: 'मंज़ूर',
  'Earns nothing here': 'यहाँ कुछ नहीं मिलता',
  Payout: 'देय राशि',
  payouts: 'देय भुगतान',
  'Payout of {name}': '{name} की देय राशि',
  'Close the payout (Esc)': 'भुगतान बंद करें (Esc)',
  '{n} payments': ['{n} भुगतान', '{n} भुगतान'],
  'Its payments or incentive structure have changed since it was approved':
    'मंज़ूरी के बाद इसके भुगतान या इंसेंटिव की संरचना बदल गई है',
  'Counted today it would be {amount}.': 'आज गिनें तो {amount} होगा।',
  'The month is not over yet. It can be approved from the first of the next one.':
    'महीना अभी पूरा नहीं हुआ। अगले महीने की पहली तारीख़ से मंज़ूर किया जा सकता है।',
  'No agent reached a tier, so there is nothing to pay.': 'कोई एजेंट किसी स्तर तक नहीं पहुँचा, इसलिए कुछ देना नहीं है।',
  'Approve {amount}': '{amount} मंज़ूर करें',
  'Approve {amount} for {name}?': '{name} के लिए {amount} मंज़ूर करें?',
  Approve: 'मंज़ूर करें',
  'Payout approved': 'भुगतान मंज़ूर हुआ',
  'Its figures stay as they are now, whatever payments come or are reversed later.':
    'इसके आँकड़े अभी जैसे ही रहेंगे, चाहे बाद में भुगतान आएँ या वापस हों।',
  'Payout marked as paid': 'भुगतान चुकाया हुआ दर्ज हुआ',
  'Mark as paid': 'चुकाया हुआ दर्ज करें',
  'UTR or cheque number of the transfer': 'ट्रांसफ़र का UTR या चेक नंबर',
  'Mark {amount} as paid': '{amount} चुकाया हुआ दर्ज करें',
  'Take the approval back': 'मंज़ूरी वापस लें',
  'Take the approval of {amount} back?': '{amount} की मंज़ूरी वापस लें?',
  'The payout is open again': 'भुगतान फिर से खुला है',
  'It is counted from payments again until somebody approves it.': 'जब तक कोई मंज़ूर न करे, इसे फिर भुगतानों से गिना जाएगा।',
  'Nobody collected anything in this month.': 'इस महीने किसी ने कुछ वसूल नहीं किया।',
  'from {min}': '{min} से',
  'None reached': 'कोई स्तर नहीं',
  'Each agent earns the amount of the tier reached. Efficiency = collected in the month ÷ (collected + overdue today on the agent’s loans).':
    'हर एजेंट को उसके पहुँचे स्तर की राशि मिलती है। दक्षता = महीने की वसूली ÷ (वसूली + एजेंट के लोन पर आज का बकाया)।',
  'Each agent earns the amount of the tier reached with what they collected in the month. Reversed payments do not count.':
    'महीने की वसूली से एजेंट जिस स्तर तक पहुँचा, उसकी राशि मिलती है। वापस हुए भुगतान नहीं गिने जाते।',
  'Agency, code or portfolio': 'एजेंसी, कोड या पोर्टफ़ोलियो',
  'No outside agency collected in this month': 'इस महीने किसी बाहरी एजेंसी ने वसूली नहीं की',
  'A payout appears here with the first payment that an agent of an outside agency records.':
    'बाहरी एजेंसी का कोई एजेंट पहला भुगतान दर्ज करे, तब यहाँ दिखेगा।',
} satisfies Catalogue;
