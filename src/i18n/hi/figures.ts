import type { Catalogue } from '../index';

/** Figures: the DuPont dashboard. */
export const messages = {
  Called: 'कॉल किए',
  'Borrower reached': 'उधारकर्ता से बात हुई',
  'Promise kept and paid': 'वादा निभाया और चुकाया',
  'Given to the field': 'फ़ील्ड को दिए',
  Visited: 'विज़िट किए',
  'Borrower met': 'उधारकर्ता से मुलाक़ात हुई',
  'Paid at the door': 'दरवाज़े पर भुगतान',
  'Average payment': 'औसत भुगतान',
  'After a call, without a kept promise': 'कॉल के बाद, बिना निभाए वादे के',
  'After a visit, without a kept promise': 'विज़िट के बाद, बिना निभाए वादे के',
  'Without a talk in the 7 days before': 'पिछले 7 दिनों में बिना बातचीत के',
  'Field visits': 'फ़ील्ड विज़िट',
  'Calls: promises kept': 'कॉल: निभाए गए वादे',
  'Field visits: paid at the door': 'फ़ील्ड विज़िट: दरवाज़े पर भुगतान',
  'Field visits: promises kept': 'फ़ील्ड विज़िट: निभाए गए वादे',
  Step: 'चरण',
  Accounts: 'खाते',
  'Of the step before': 'पिछले चरण में से',
  'Made of the change': 'बदलाव में हिस्सा',
  'All multiplied': 'सबका गुणनफल',
  'By {what}': '{what} के अनुसार',
  '{count} more': '{count} और',
  'Opening principal': 'शुरुआती मूलधन',
  Resolved: 'सुलझा',
  Nobody: 'कोई नहीं',
  'Once something was paid here, you can try what another share would bring.':
    'यहाँ कुछ भुगतान होने पर आप देख सकते हैं कि दूसरा हिस्सा क्या लाता।',
  'What if': 'अगर',
  'Choose a step': 'चरण चुनें',
  'were, in %': 'होता, % में',
  '{amount} instead of {now}: {change}, from {accounts} accounts ({more}).':
    '{now} की जगह {amount}: {change}, {accounts} खातों से ({more})।',
  'Resolved of the opening principal': 'शुरुआती मूलधन में से सुलझा',
  'By whose work': 'किसके काम से',
  Points: 'प्रतिशत अंक',
  'Other money': 'बाक़ी रक़म',
  'How it came': 'कैसे आई',
  'All that was collected': 'कुल वसूली',
  'This month was not counted': 'यह महीना गिना नहीं गया',
  'Figures are counted each night, from the first night on. The first of all is counted within minutes of the start.':
    'आँकड़े पहली रात से हर रात गिने जाते हैं। सबसे पहली गिनती शुरू होने के कुछ मिनटों में होती है।',
  '{share} of the opening principal is resolved and {amount} was collected.':
    'शुरुआती मूलधन का {share} सुलझा और {amount} की वसूली हुई।',
  'That is {change} less than in the whole month before.': 'यह पूरे पिछले महीने से {change} कम है।',
  'That is {change} more than in the whole month before.': 'यह पूरे पिछले महीने से {change} ज़्यादा है।',
  'Counted up to the end of {day}; what happened since is counted tonight.':
    '{day} के अंत तक गिना गया; उसके बाद का आज रात गिना जाएगा।',
  'None of your loans was counted': 'आपका कोई खाता नहीं गिना गया',
  'A loan is counted from the night after it came in, for whoever holds it then.':
    'खाता आने के बाद की रात से गिना जाता है, उसके लिए जिसके पास वह तब हो।',
  '{count} loans of {name}': '{name} के {count} लोन',
} satisfies Catalogue;
