/** What agents write: short remarks and reasons, as typed on a phone, in the languages they type in. */
import type { DispositionClass } from '../../core/domain/dispositions';
import type { Language } from './names';

export const REMARKS: Partial<Record<DispositionClass, readonly string[]>> = {
  COLLECTED: [
    'Paid at the door, receipt given',
    'Paid part from salary, rest next week',
    'Son paid by UPI in front of me',
  ],
  PTP: [
    'Will pay after salary credit',
    'Waiting for a chit fund payout',
    'Asked for time till harvest money comes',
    'Promised in front of wife',
  ],
  CALLBACK: ['Driving, asked to call later', 'In a meeting', 'Asked to speak to husband in the evening'],
  INABILITY: ['Shop closed since two months', 'Laid off in August, looking for work', 'Treatment going on for father'],
  REFUSE: [
    'Says charges are wrong, will not pay',
    'Refused to talk about the loan',
    'Asked for full waiver of penal charges',
  ],
  THIRD_PARTY: ['Brother answered, no loan detail shared', 'Neighbour says they come home after 7'],
  NOT_MET: ['Door locked, card left', 'Gone to native place, back on Monday', 'Security did not allow entry'],
  NON_CONTACT: ['Rings out', 'Switched off since morning', 'Cut the call after hearing the bank name'],
  TRACE: ['Vacated in June, neighbours have no number', 'Building demolished'],
  DISPUTE: ['Has bank statement showing the debit', 'Says the card was closed in 2024'],
  SENSITIVE: ['Family is in mourning, do not call'],
  LEGAL: ['Advocate letter shown, copy asked for'],
  SETTLE: ['Ready for one-time settlement this month'],
};

/** The same thoughts in the agent's own script; used for about one remark in five. */
export const LOCAL_REMARKS: Partial<Record<Language, readonly string[]>> = {
  hi: ['वेतन आने पर देंगे', 'घर पर ताला लगा है', 'अगले हफ्ते आने को कहा'],
  mr: ['पगार झाल्यावर भरतो म्हणाले', 'घराला कुलूप आहे', 'पुढच्या आठवड्यात या म्हणाले'],
  gu: ['પગાર પછી ભરશે', 'ઘરે તાળું છે', 'આવતા અઠવાડિયે આવવા કહ્યું'],
  bn: ['বেতন পেলে দেবেন', 'বাড়িতে তালা', 'পরের সপ্তাহে আসতে বলেছেন'],
  ta: ['சம்பளம் வந்ததும் கட்டுவதாக சொன்னார்', 'வீடு பூட்டி உள்ளது', 'அடுத்த வாரம் வரச் சொன்னார்'],
  te: ['జీతం రాగానే కడతానన్నారు', 'ఇంటికి తాళం వేసి ఉంది', 'వచ్చే వారం రమ్మన్నారు'],
  kn: ['ಸಂಬಳ ಬಂದ ಮೇಲೆ ಕಟ್ಟುತ್ತೇನೆ ಎಂದರು', 'ಮನೆಗೆ ಬೀಗ ಹಾಕಿದೆ', 'ಮುಂದಿನ ವಾರ ಬರಲು ಹೇಳಿದರು'],
  ml: ['ശമ്പളം കിട്ടിയാൽ അടയ്ക്കും', 'വീട് പൂട്ടിയിരിക്കുന്നു', 'അടുത്ത ആഴ്ച വരാൻ പറഞ്ഞു'],
  ur: ['تنخواہ آنے پر ادا کریں گے', 'گھر پر تالا ہے', 'اگلے ہفتے آنے کو کہا'],
};

export const REASONS: Record<string, readonly string[]> = {
  JL: ['Lost job, notice period over'],
  MED: ['Surgery in the family, savings spent'],
  BUS: ['Shop stock damaged, sales low', 'Big customer has not paid'],
  TMP: ['Salary delayed by one month', 'Crop money expected next month'],
  RTP: ['Refuses without giving a reason'],
  HAG: ['Says bounce charges are too high'],
  WSET: ['Wants penal interest waived'],
  STL: ['One-time settlement from sale of vehicle'],
  FRTP: ['Met, refuses to pay until charges are reversed'],
  FINA: ['Only earning member is ill', 'Daily wages, no work this month'],
  FDIS: ['Shows a receipt that is not in the statement'],
  DSP: ['EMI of March debited twice'],
  PNR: ['Paid at branch, not reflected'],
  NLN: ['Says he never took this loan'],
  FSHF: ['Vacated, landlord has no new address'],
  FASM: ['Vehicle not at the address, said to be with a cousin'],
  FNEW: ['New address from the landlord'],
  FCL: ['Wants to close before the house sale'],
};
