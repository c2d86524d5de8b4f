import type { Catalogue } from '../index';

/** Hand-overs of cash, as supervisors confirm them. */
export const messages = {
  'Cash hand-overs': 'नक़द जमा',
  'hand-overs': 'जमा',
  'Confirmed. The payments are deposited.': 'पुष्टि हुई। भुगतान जमा दर्ज हुए।',
  'Declined. The cash is in the agent’s hand again.': 'मना किया। नक़द फिर एजेंट के हाथ में है।',
  'Cash of {agent}': '{agent} का नक़द',
  'Decline the hand-over': 'जमा को मना करें',
  'The money came': 'पैसा आ गया',
  'Of {n} payments': ['{n} भुगतान का', '{n} भुगतानों का'],
  'Slip or receipt {reference}': 'पर्ची या रसीद {reference}',
  'Handed over on': 'जमा का दिन',
  Where: 'कहाँ',
  'Told at': 'कब बताया',
  'Nothing waits to be confirmed': 'पुष्टि के लिए कुछ बाकी नहीं',
  'Nothing yet': 'अभी कुछ नहीं',
  'What agents hand over of the cash they collected appears here.': 'एजेंट वसूले नक़द में से जो जमा करते हैं वह यहाँ दिखता है।',
} satisfies Catalogue;
