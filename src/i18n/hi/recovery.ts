import type { Catalogue } from '../index';

/** The predictor. */
export const messages = {
  'Basic Predictor': 'बेसिक प्रेडिक्टर',
  'Nothing was counted yet': 'अभी कुछ नहीं गिना गया',
  'Loans are counted each night. The first count of all comes within minutes of the start.':
    'लोन हर रात गिने जाते हैं। सबसे पहली गिनती शुरू होने के कुछ मिनटों में होती है।',
  'From {n} months that are over: {first} to {last}.': [
    'बीते {n} महीने से: {first} से {last} तक।',
    'बीते {n} महीनों से: {first} से {last} तक।',
  ],
  'No month with its opening and its payments is over yet.': 'शुरुआत और भुगतानों सहित कोई महीना अभी पूरा नहीं हुआ।',
  'Not enough history': 'इतिहास काफ़ी नहीं है',
  '{n} of {least} months are known, and nothing is guessed before. A month counts once it is over and its opening and payments are held.':
    '{least} में से {n} महीने पता हैं, और उससे पहले कुछ अनुमान नहीं लगाया जाता। महीना तब गिना जाता है जब वह पूरा हो और उसकी शुरुआत और भुगतान मौजूद हों।',
  'Expected within a month': 'एक महीने में अपेक्षित',
  '{middle} of {pos}, in four of five months between {low} and {high}':
    '{pos} में से {middle}, पाँच में से चार महीनों में {low} और {high} के बीच',
  'Counted {when}.': '{when} को गिना गया।',
  'Rolled forward': 'आगे खिसका',
  'Months known': 'पता महीने',
  '{n}, not enough': '{n}, काफ़ी नहीं',
  'Each loan is expected to pay the share of its principal that loans of its portfolio, bucket and paying habit paid in those months; of fewer than {n} such loans in a month, those of the nearest wider group. In one month of ten less than P10 comes in, in half of them P50, in nine of ten P90. What is paid beyond the principal is not foretold.':
    'हर लोन से मूलधन का वही हिस्सा अपेक्षित है जो उसके पोर्टफ़ोलियो, बकेट और भुगतान की आदत वाले लोन ने उन महीनों में चुकाया; महीने में ऐसे {n} से कम लोन हों तो सबसे नज़दीकी बड़े समूह का। दस में से एक महीने में P10 से कम आता है, आधे में P50 से, दस में से नौ में P90 से। मूलधन से ऊपर के भुगतान का अनुमान नहीं है।',
  'By grade': 'ग्रेड के अनुसार',
  Grade: 'ग्रेड',
  'Not known': 'पता नहीं',
  'A is the fifth of all loans whose like paid the largest share of their principal, E the fifth that paid the least.':
    'A सब लोन का वह पाँचवाँ हिस्सा है जिसके जैसे लोन ने मूलधन का सबसे बड़ा हिस्सा चुकाया, E वह जिसने सबसे कम।',
  'A file of loan numbers': 'लोन नंबरों की फ़ाइल',
  'The list was not kept': 'सूची रखी नहीं गई',
  '{name}: {n} loans': ['{name}: {n} लोन', '{name}: {n} लोन'],
  'Remove list': 'सूची हटाएँ',
  'Remove the list {name}?': 'सूची {name} हटाएँ?',
  'The loans stay as they are.': 'लोन जैसे हैं वैसे ही रहेंगे।',
  'Paid in': 'भुगतान किया',
  '{n} of 3 months': '3 में से {n} महीने',
  'Loan number or borrower': 'लोन नंबर या उधारकर्ता',
} satisfies Catalogue;
