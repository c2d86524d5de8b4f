import type { Catalogue } from '../index';

/** Data insights. */
export const messages = {
  'Data insights': 'डेटा इनसाइट',
  Explorer: 'एक्सप्लोरर',
  Files: 'फ़ाइलें',
  'The screen behind Data Insights in the menu': 'मेन्यू में डेटा इनसाइट के पीछे का पेज',
  'Data Insights Files': 'डेटा इनसाइट फ़ाइलें',
  'Insights are counted each night. The first count of all comes within minutes of the start.':
    'इनसाइट हर रात गिनी जाती हैं। सबसे पहली गिनती शुरू होने के कुछ मिनटों में होती है।',
  'Records from {from} to {to}, counted {when}. Calls and promises are those of the people you see, loans those you see.':
    '{from} से {to} तक के रिकॉर्ड, {when} को गिने गए। कॉल और वादे उन लोगों के हैं जिन्हें आप देखते हैं, लोन वे जिन्हें आप देखते हैं।',
  'Contactability by phone': 'फ़ोन के अनुसार संपर्क',
  'Calls of the last 30 days by the place that the number has among the borrower’s numbers':
    'पिछले 30 दिनों के कॉल, उधारकर्ता के नंबरों में नंबर के स्थान के अनुसार',
  'Contactability by vintage': 'लोन की उम्र के अनुसार संपर्क',
  'Calls and visits of the last 30 days by the months since the loan was paid out':
    'पिछले 30 दिनों के कॉल और विज़िट, लोन दिए जाने के बाद के महीनों के अनुसार',
  'Contactability by pincode': 'पिनकोड के अनुसार संपर्क',
  'Calls and visits of the last 30 days by the pincode of the borrower’s first address':
    'पिछले 30 दिनों के कॉल और विज़िट, उधारकर्ता के पहले पते के पिनकोड के अनुसार',
  'Connects by day and hour': 'दिन और घंटे के अनुसार संपर्क',
  'Calls of the last 30 days by the weekday and hour at which they were made':
    'पिछले 30 दिनों के कॉल, जिस दिन और घंटे किए गए उसके अनुसार',
  'Age of promises': 'वादों की उम्र',
  'Promises that fell due in the last 30 days by the days between promise and due day':
    'पिछले 30 दिनों में देय हुए वादे, वादे और देय दिन के बीच के दिनों के अनुसार',
  'Promises due': 'देय वादे',
  'Reasons of bounces': 'बाउंस के कारण',
  'Open loans by the reason of their last bounce, as the lender’s file says it':
    'खुले लोन, आख़िरी बाउंस के कारण के अनुसार, जैसा ऋणदाता की फ़ाइल बताती है',
  Cohorts: 'समूह',
  'Loans by the month whose opening found them first: what they paid in it and in each month after it, of their principal then':
    'लोन उस महीने के अनुसार जिसकी शुरुआत में वे पहली बार मिले: उस महीने और उसके बाद के हर महीने में उन्होंने तब के मूलधन का कितना चुकाया',
  'First number': 'पहला नंबर',
  'Second number': 'दूसरा नंबर',
  'Third number': 'तीसरा नंबर',
  'A later number': 'बाद का नंबर',
  'All others': 'बाक़ी सब',
  '{range} months': '{range} महीने',
  '{range} days': '{range} दिन',
  'Its first month': 'उसका पहला महीना',
  '{n} months later': '{n} महीने बाद',
  'No list of loans goes by it, so that its rows cannot be opened from here.':
    'लोन की कोई सूची इसके अनुसार नहीं है, इसलिए इसकी पंक्तियाँ यहाँ से नहीं खुलतीं।',
  'Loans with a broken promise': 'टूटे वादे वाले लोन',
  'No list of loans is open to your role, so that its rows cannot be opened.':
    'आपकी भूमिका के लिए लोन की कोई सूची नहीं है, इसलिए इसकी पंक्तियाँ नहीं खुलतीं।',
  'The calls of these days': 'इन दिनों के कॉल',
  'Of what': 'किसका',
  'Nothing of yours in these days.': 'इन दिनों में आपका कुछ नहीं।',
  'Change view': 'दृश्य बदलें',
  'Delete view': 'दृश्य हटाएँ',
  'Save as a view': 'दृश्य के रूप में सहेजें',
  'All figures': 'सभी आँकड़े',
  '{name}, by {person}': '{name}, {person} का',
  Figures: 'आँकड़े',
  'Change the view {name}': 'दृश्य {name} बदलें',
  'Everybody finds it': 'सबको मिले',
  'Each of them sees it over their own people and loans': 'हर कोई इसे अपने लोगों और लोन पर देखता है',
  'View saved': 'दृश्य सहेजा गया',
  'There is no file': 'कोई फ़ाइल नहीं है',
  'What the file holds': 'फ़ाइल में क्या है',
} satisfies Catalogue;
