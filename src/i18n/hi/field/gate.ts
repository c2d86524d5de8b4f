import type { Catalogue } from '../../index';

/** What the contact gate answers, on the phone and at the desk. */
export const messages = {
  Allowed: 'संपर्क कर सकते हैं',
  'The call could not be noted on this phone, so it was not started.':
    'कॉल इस फ़ोन पर दर्ज नहीं हो सकी, इसलिए शुरू नहीं की गई।',
  'Allowed from {time}.': '{time} से संपर्क कर सकते हैं।',
  'Contact is allowed from {from} to {to} by the borrower’s clock.':
    'ग्राहक की घड़ी से {from} से {to} तक ही संपर्क हो सकता है।',
  'The loan is closed: there is nothing to collect.': 'लोन बंद है: कुछ वसूलना नहीं है।',
  'The loan is opened again.': 'लोन फिर खोला जाए।',
  'The borrower has died. The family is not contacted about this loan.':
    'ग्राहक का निधन हो चुका है। इस लोन के लिए परिवार से संपर्क नहीं होता।',
  'A manager decides how the account goes on.': 'मैनेजर तय करे कि खाते का क्या हो।',
  'The borrower asked not to be contacted until {until}.': 'ग्राहक ने {until} तक संपर्क न करने को कहा है।',
  'The borrower asked not to be contacted.': 'ग्राहक ने संपर्क न करने को कहा है।',
  'A manager ends the request.': 'मैनेजर यह अनुरोध ख़त्म करे।',
  'The matter is with an advocate or a court.': 'मामला वकील या अदालत के पास है।',
  'A manager clears the legal matter.': 'मैनेजर क़ानूनी मामला हटाए।',
  'The borrower disputes the loan. Contact stops until that is resolved.': 'ग्राहक को लोन पर विवाद है। सुलझने तक संपर्क बंद।',
  'A manager resolves the dispute.': 'मैनेजर विवाद सुलझाए।',
  'A complaint is open; contact pauses until {until}.': 'शिकायत खुली है; {until} तक संपर्क रुका है।',
  'A complaint is open. Contact pauses until it is answered.': 'शिकायत खुली है। जवाब मिलने तक संपर्क रुका है।',
  'A manager closes the complaint.': 'मैनेजर शिकायत बंद करे।',
  '{label}: no contact until {until}.': '{label}: {until} तक संपर्क नहीं।',
  '{label}: no contact.': '{label}: संपर्क नहीं।',
  'A manager releases the suppression.': 'मैनेजर रोक हटाए।',
  'Contact is suppressed until {until}: {label}': '{until} तक संपर्क पर रोक: {label}',
  'Contact is suppressed: {label}': 'संपर्क पर रोक: {label}',
  'This number is marked as wrong or out of service.': 'यह नंबर ग़लत या बंद बताया गया है।',
  'Use another number.': 'दूसरा नंबर लें।',
  'This number belongs to somebody who is neither borrower nor guarantor.': 'यह नंबर न ग्राहक का है, न गारंटर का।',
  'The agent has no DRA certificate on file.': 'एजेंट का DRA प्रमाणपत्र दर्ज नहीं है।',
  'The agent’s DRA certificate ended on {day}.': 'एजेंट का DRA प्रमाणपत्र {day} को ख़त्म हुआ।',
  'The certificate is renewed and entered, or somebody with one takes over.':
    'प्रमाणपत्र नया होकर दर्ज हो, या प्रमाणपत्र वाला कोई और संभाले।',
  'The borrower’s language is {language}, which the agent does not speak.':
    'ग्राहक की भाषा “{language}” है, जो एजेंट नहीं बोलता।',
  'Somebody who speaks it takes over.': 'वह भाषा बोलने वाला संभाले।',
  'No contact today: {name}.': 'आज संपर्क नहीं: {name}।',
  'The borrower asked not to be visited at this place.': 'ग्राहक ने इस जगह न आने को कहा है।',
  'Meet at another place.': 'दूसरी जगह मिलें।',
  'The borrower asked not to be contacted between {from} and {to}.': 'ग्राहक ने {from} से {to} के बीच संपर्क न करने को कहा है।',
  'The borrower asked to be contacted only between {from} and {to}.':
    'ग्राहक ने केवल {from} से {to} के बीच संपर्क करने को कहा है।',
  'The borrower asked not to be contacted on this day of the week.': 'ग्राहक ने हफ़्ते के इस दिन संपर्क न करने को कहा है।',
  'The borrower asked to be contacted on other days of the week.': 'ग्राहक ने हफ़्ते के दूसरे दिनों में संपर्क करने को कहा है।',
  'The borrower says otherwise, and it is entered.': 'ग्राहक कुछ और कहे और वह दर्ज हो।',
  '{done} of {most} attempts of this day were made.': 'आज की {most} में से {done} कोशिशें हो चुकीं।',
  '{done} of {most} attempts of this week were made.': 'इस हफ़्ते की {most} में से {done} कोशिशें हो चुकीं।',
  'The last attempt was less than {minutes} minutes ago.': 'पिछली कोशिश को {minutes} मिनट नहीं हुए।',
  'Borrowers of this portfolio are not contacted by this channel.':
    'इस पोर्टफ़ोलियो के ग्राहकों से इस माध्यम से संपर्क नहीं होता।',
  'Use another channel.': 'दूसरा माध्यम लें।',
} satisfies Catalogue;
