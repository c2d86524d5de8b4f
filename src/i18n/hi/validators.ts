import type { Catalogue } from '../index';

/** What the forms' own rules and the dialer's client say. */
export const messages = {
  'Call disposition': 'कॉल डिस्पोज़िशन',
  'Data insight': 'डेटा इनसाइट',
  Target: 'टारगेट',
  'No data found': 'कोई डेटा नहीं मिला',
  'Email is not valid': 'ईमेल सही नहीं है',
  'Mobile no. should be 10 digit number': 'मोबाइल नं. 10 अंकों का होना चाहिए',
  'Mobile number should be valid': 'मोबाइल नंबर सही होना चाहिए',
  'GST NO. is not valid': 'GST नं. सही नहीं है',
  'PAN NO. is not valid': 'PAN नं. सही नहीं है',
  'Special character are not allowed': 'विशेष चिह्न नहीं चलेंगे',
  'CIBIL score is not valid': 'CIBIL स्कोर सही नहीं है',
  'This Field Is Required': 'यह भरना ज़रूरी है',
  'All fields are required.': 'सभी फ़ील्ड भरना ज़रूरी है।',
  'Min, max, and incentive values must not be negative.': 'न्यूनतम, अधिकतम और इंसेंटिव ऋणात्मक नहीं हो सकते।',
  'Max must be greater than Min.': 'अधिकतम न्यूनतम से बड़ा होना चाहिए।',
  'Please select a tenant.': 'कृपया टेनेंट चुनें।',
  'Please select a report.': 'कृपया रिपोर्ट चुनें।',
  'Please select at least one portfolio.': 'कृपया कम से कम एक पोर्टफ़ोलियो चुनें।',
  'Please add at least one email.': 'कृपया कम से कम एक ईमेल जोड़ें।',
  '~Invalid email(s): {wrong}': 'ग़लत ईमेल: {wrong}',
  'Please select at least one weekday.': 'कृपया कम से कम एक दिन चुनें।',
  'Please select a date for the monthly frequency.': 'कृपया महीने की तारीख़ चुनें।',
  'WebSocket is not open.': 'WebSocket खुला नहीं है।',
  '~The dialer sent something this version does not know ({message}).':
    'डायलर ने ऐसा कुछ भेजा जो यह वर्ज़न नहीं जानता ({message})।',
  'Another page of this machine has the dialer now.': 'अब डायलर इस मशीन के दूसरे पेज के पास है।',
} satisfies Catalogue;
