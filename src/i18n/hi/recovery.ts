import type { Catalogue } from '../index';

/** The predictor. */
export const messages = {
  'Basic Predictor': 'बेसिक प्रेडिक्टर',
  'Advanced Predictor': 'एडवांस्ड प्रेडिक्टर',
  'Months paid of the last three': 'पिछले तीन में से भुगतान वाले महीने',
  'Days since the last payment': 'आख़िरी भुगतान के बाद के दिन',
  'Principal outstanding': 'बकाया मूलधन',
  'Instalments overdue': 'बकाया किस्तें',
  'Promises kept in 90 days': '90 दिनों में निभाए वादे',
  'Promises broken in 90 days': '90 दिनों में टूटे वादे',
  'Times reached in 30 days': '30 दिनों में कितनी बार बात हुई',
  'Months since it was paid out': 'लोन दिए जाने के बाद के महीने',
  'a year or more': 'एक साल या ज़्यादा',
  '{n} months that are over were looked at; {least} with at least {loans} loans each are needed, one of them to be judged on. Nothing is guessed before.':
    'बीते {n} महीने देखे गए; कम से कम {loans} लोन वाले {least} महीने चाहिए, जिनमें से एक जाँच के लिए है। उससे पहले कुछ अनुमान नहीं लगाया जाता।',
  'How good it is': 'यह कितना सही है',
  'In {month}, which it had not seen, it put a loan that paid above one that did not {model} of the time; fewer days past due did {dpd}.':
    '{month} में, जिसे इसने देखा नहीं था, इसने {model} बार भुगतान करने वाले लोन को न करने वाले से ऊपर रखा; कम बकाया दिनों ने {dpd} बार।',
  'In {month}, which it had not seen, it was no better than fewer days past due ({model} against {dpd}). Go by those.':
    '{month} में, जिसे इसने देखा नहीं था, यह कम बकाया दिनों से बेहतर नहीं था ({dpd} के मुक़ाबले {model})। उन्हीं पर चलें।',
  'The book is another one than the model learned from': 'खाते अब वैसे नहीं हैं जिनसे मॉडल ने सीखा',
  'Its scores have moved by {drift}; from {limit} on they say little until the model has learned anew.':
    'इसके स्कोर {drift} खिसक गए हैं; {limit} से आगे वे तब तक कम बताते हैं जब तक मॉडल फिर से न सीखे।',
  'Learned from {n} months, calibrated by {calibrated}, judged on {loans} loans of {month}. Drift {drift}.':
    '{n} महीनों से सीखा, {calibrated} से मिलाया, {month} के {loans} लोन पर जाँचा। खिसकाव {drift}।',
  'What was said and what was paid, by tenths of the loans': 'क्या बताया गया और कितना चुकाया गया, लोन के दसवें हिस्सों में',
  'The best tenth': 'सबसे अच्छा दसवाँ हिस्सा',
  'The worst tenth': 'सबसे कमज़ोर दसवाँ हिस्सा',
  Said: 'बताया',
  'By tenths of the loans': 'लोन के दसवें हिस्सों में',
  Tenth: 'दसवाँ हिस्सा',
  'Times the mean': 'औसत का गुना',
  'Said and paid lie {error} apart on the mean. Nobody is contacted by what is said here.':
    'बताया और चुकाया औसतन {error} अलग हैं। यहाँ बताई बात से किसी से संपर्क नहीं किया जाता।',
  '{chance} that {borrower} pays something within a month': '{chance} संभावना कि {borrower} एक महीने में कुछ चुकाएँ',
  'Open the loan': 'लोन खोलें',
  'What weighs most': 'सबसे ज़्यादा असर किसका',
  'It is no open loan any more, or is like the average in everything.': 'यह अब खुला लोन नहीं है, या हर बात में औसत जैसा है।',
  'Which way': 'किस ओर',
  'for a payment': 'भुगतान के पक्ष में',
  'against it': 'उसके ख़िलाफ़',
  'Where somebody knew better': 'जहाँ किसी को बेहतर पता था',
  'Nobody so far.': 'अभी तक कोई नहीं।',
  '{verdict} than {chance}: {reason}': '{chance} से {verdict}: {reason}',
  Higher: 'ज़्यादा',
  Lower: 'कम',
  'I know better': 'मुझे बेहतर पता है',
  'It stays beside the chance and changes nothing.': 'यह संभावना के साथ रहता है और कुछ नहीं बदलता।',
  'The chance is': 'संभावना है',
  'Note it': 'दर्ज करें',
  Noted: 'दर्ज हुआ',
  'Chance to pay': 'भुगतान की संभावना',
  'None of your loans has a chance yet': 'आपके किसी लोन की संभावना अभी नहीं है',
  'Open loans get theirs each night, once the tenant’s own months teach enough.':
    'खुले लोन को हर रात मिलती है, जब अपने महीने काफ़ी सिखा दें।',
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
  'Loans of one bucket and habit of paying stay together. A are those whose like paid the largest share of their principal, E the least; each is about a fifth of all loans, as near as such groups let them be.':
    'एक ही बकेट और एक जैसी भुगतान आदत वाले लोन साथ रहते हैं। A वे हैं जिनके जैसे लोन ने मूलधन का सबसे बड़ा हिस्सा चुकाया, E जिनके जैसों ने सबसे कम; हर ग्रेड सब लोन का लगभग पाँचवाँ हिस्सा है, जितना ऐसे समूहों से बन सके।',
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
