/**
 * What the product itself says in a settlement's letters, in the nine languages: titles, heads of dues, and the standing clauses that a
 * template holds as variables (domain 1.14). Everything else is the tenant's own text.
 */
import { LETTER_WORDS, type LetterLanguage } from './letter-words';
import { ENGLISH, type SettlementLetterKind, type Standing } from './standing';

export const STANDING: Readonly<Record<LetterLanguage, Standing>> = {
  en: ENGLISH,
  hi: {
    titles: { SR: 'निपटान पत्र', AL: 'निपटान की स्वीकृति', NL: 'अदेयता प्रमाण पत्र' },
    heads: {
      principal: 'मूलधन',
      interest: 'ब्याज',
      penal: 'दंड शुल्क',
      charges: 'अन्य शुल्क',
      total: 'कुल बकाया',
      waived: 'माफ़ की गई राशि',
      payable: 'निपटान राशि',
    },
    labels: {
      loan: 'ऋण',
      date: 'दिनांक',
      account: 'भुगतान का खाता',
      grievance: 'शिकायत',
      paid: 'चुकाई गई राशि',
      paidOn: 'पूरा भुगतान',
      approvedOn: 'स्वीकृति की तिथि',
    },
    clauses: {
      full_and_final:
        'निपटान राशि का पूरा भुगतान होने पर इस ऋण का पूर्ण और अंतिम निपटान माना जाएगा और इस पर आगे कोई दावा नहीं किया जाएगा।',
      lapse_clause:
        'यदि कोई भुगतान अपनी तिथि तक नहीं हुआ तो यह निपटान समाप्त हो जाएगा और चुकाई गई राशि घटाकर पूरी बकाया राशि फिर से देय होगी।',
      bureau_clause: 'पूरे भुगतान के 30 दिनों के भीतर क्रेडिट ब्यूरो को यह ऋण “Settled” के रूप में बताया जाएगा।',
      no_dues_promise: 'पूरे भुगतान के बाद आपको अदेयता प्रमाण पत्र मिलेगा।',
    },
  },
  mr: {
    titles: { SR: 'तडजोड पत्र', AL: 'तडजोडीची मंजुरी', NL: 'थकबाकी नसल्याचे पत्र' },
    heads: {
      principal: 'मुद्दल',
      interest: 'व्याज',
      penal: 'दंड शुल्क',
      charges: 'इतर शुल्क',
      total: 'एकूण थकबाकी',
      waived: 'माफ केलेली रक्कम',
      payable: 'तडजोडीची रक्कम',
    },
    labels: {
      loan: 'कर्ज',
      date: 'दिनांक',
      account: 'भरण्याचे खाते',
      grievance: 'तक्रार',
      paid: 'भरलेली रक्कम',
      paidOn: 'पूर्ण भरणा',
      approvedOn: 'मंजुरीची तारीख',
    },
    clauses: {
      full_and_final:
        'तडजोडीची रक्कम पूर्ण भरल्यावर या कर्जाची पूर्ण व अंतिम तडजोड झाली असे मानले जाईल आणि त्यावर पुढे कोणताही दावा केला जाणार नाही.',
      lapse_clause:
        'कोणताही हप्ता त्याच्या तारखेपर्यंत भरला नाही तर ही तडजोड रद्द होईल आणि भरलेली रक्कम वजा करून संपूर्ण थकबाकी पुन्हा देय होईल.',
      bureau_clause: 'पूर्ण रक्कम भरल्यापासून 30 दिवसांत क्रेडिट ब्युरोला हे कर्ज “Settled” म्हणून कळवले जाईल.',
      no_dues_promise: 'पूर्ण रक्कम भरल्यानंतर तुम्हाला थकबाकी नसल्याचे पत्र मिळेल.',
    },
  },
  ta: {
    titles: { SR: 'தீர்வுக் கடிதம்', AL: 'தீர்வுக்கான ஒப்புதல்', NL: 'நிலுவையின்மைக் கடிதம்' },
    heads: {
      principal: 'அசல்',
      interest: 'வட்டி',
      penal: 'அபராதக் கட்டணம்',
      charges: 'பிற கட்டணங்கள்',
      total: 'மொத்த நிலுவை',
      waived: 'தள்ளுபடி செய்யப்பட்ட தொகை',
      payable: 'தீர்வுத் தொகை',
    },
    labels: {
      loan: 'கடன்',
      date: 'தேதி',
      account: 'செலுத்த வேண்டிய கணக்கு',
      grievance: 'புகார்கள்',
      paid: 'செலுத்திய தொகை',
      paidOn: 'முழுமையாகச் செலுத்திய நாள்',
      approvedOn: 'ஒப்புதல் நாள்',
    },
    clauses: {
      full_and_final:
        'தீர்வுத் தொகை முழுவதும் செலுத்தப்பட்டதும் இந்தக் கடன் முழுமையாகவும் இறுதியாகவும் தீர்க்கப்பட்டதாகக் கருதப்படும்; இதன் மீது வேறு எந்தக் கோரிக்கையும் இருக்காது.',
      lapse_clause:
        'ஏதேனும் ஒரு தொகை அதற்குரிய நாளுக்குள் செலுத்தப்படாவிட்டால் இந்தத் தீர்வு காலாவதியாகும்; செலுத்திய தொகை போக முழு நிலுவையும் மீண்டும் செலுத்த வேண்டும்.',
      bureau_clause: 'முழுமையாகச் செலுத்திய 30 நாட்களுக்குள் இந்தக் கடன் “Settled” எனக் கடன் தகவல் நிறுவனங்களுக்குத் தெரிவிக்கப்படும்.',
      no_dues_promise: 'முழுமையாகச் செலுத்திய பிறகு உங்களுக்கு நிலுவையின்மைக் கடிதம் வழங்கப்படும்.',
    },
  },
  te: {
    titles: { SR: 'పరిష్కార లేఖ', AL: 'పరిష్కారానికి ఆమోదం', NL: 'బకాయిలు లేవని లేఖ' },
    heads: {
      principal: 'అసలు',
      interest: 'వడ్డీ',
      penal: 'జరిమానా రుసుము',
      charges: 'ఇతర రుసుములు',
      total: 'మొత్తం బకాయి',
      waived: 'మాఫీ చేసిన మొత్తం',
      payable: 'పరిష్కార మొత్తం',
    },
    labels: {
      loan: 'రుణం',
      date: 'తేదీ',
      account: 'చెల్లింపు ఖాతా',
      grievance: 'ఫిర్యాదులు',
      paid: 'చెల్లించిన మొత్తం',
      paidOn: 'పూర్తిగా చెల్లించిన తేదీ',
      approvedOn: 'ఆమోదించిన తేదీ',
    },
    clauses: {
      full_and_final:
        'పరిష్కార మొత్తం పూర్తిగా చెల్లించిన తర్వాత ఈ రుణం పూర్తిగా, తుదిగా పరిష్కరించబడినట్లు పరిగణించబడుతుంది; దీనిపై ఇక ఎలాంటి క్లెయిమ్ ఉండదు.',
      lapse_clause: 'ఏదైనా చెల్లింపు దాని తేదీలోపు జరగకపోతే ఈ పరిష్కారం రద్దవుతుంది; చెల్లించిన మొత్తం పోగా పూర్తి బకాయి తిరిగి చెల్లించవలసి ఉంటుంది.',
      bureau_clause: 'పూర్తి చెల్లింపు జరిగిన 30 రోజుల్లోపు ఈ రుణాన్ని “Settled” గా క్రెడిట్ బ్యూరోలకు తెలియజేస్తాము.',
      no_dues_promise: 'పూర్తి చెల్లింపు తర్వాత మీకు బకాయిలు లేవని లేఖ అందుతుంది.',
    },
  },
  kn: {
    titles: { SR: 'ಇತ್ಯರ್ಥ ಪತ್ರ', AL: 'ಇತ್ಯರ್ಥಕ್ಕೆ ಅನುಮೋದನೆ', NL: 'ಬಾಕಿ ಇಲ್ಲದ ಪತ್ರ' },
    heads: {
      principal: 'ಅಸಲು',
      interest: 'ಬಡ್ಡಿ',
      penal: 'ದಂಡ ಶುಲ್ಕ',
      charges: 'ಇತರೆ ಶುಲ್ಕಗಳು',
      total: 'ಒಟ್ಟು ಬಾಕಿ',
      waived: 'ಮನ್ನಾ ಮಾಡಿದ ಮೊತ್ತ',
      payable: 'ಇತ್ಯರ್ಥದ ಮೊತ್ತ',
    },
    labels: {
      loan: 'ಸಾಲ',
      date: 'ದಿನಾಂಕ',
      account: 'ಪಾವತಿ ಖಾತೆ',
      grievance: 'ದೂರುಗಳು',
      paid: 'ಪಾವತಿಸಿದ ಮೊತ್ತ',
      paidOn: 'ಪೂರ್ಣ ಪಾವತಿಯ ದಿನಾಂಕ',
      approvedOn: 'ಅನುಮೋದನೆಯ ದಿನಾಂಕ',
    },
    clauses: {
      full_and_final:
        'ಇತ್ಯರ್ಥದ ಮೊತ್ತವನ್ನು ಪೂರ್ಣವಾಗಿ ಪಾವತಿಸಿದ ನಂತರ ಈ ಸಾಲವು ಸಂಪೂರ್ಣವಾಗಿ ಮತ್ತು ಅಂತಿಮವಾಗಿ ಇತ್ಯರ್ಥವಾಗಿದೆ ಎಂದು ಪರಿಗಣಿಸಲಾಗುತ್ತದೆ; ಇದರ ಮೇಲೆ ಮುಂದೆ ಯಾವುದೇ ಹಕ್ಕು ಇರುವುದಿಲ್ಲ.',
      lapse_clause:
        'ಯಾವುದೇ ಪಾವತಿಯನ್ನು ಅದರ ದಿನಾಂಕದೊಳಗೆ ಮಾಡದಿದ್ದರೆ ಈ ಇತ್ಯರ್ಥ ರದ್ದಾಗುತ್ತದೆ; ಪಾವತಿಸಿದ ಮೊತ್ತವನ್ನು ಕಳೆದು ಪೂರ್ಣ ಬಾಕಿಯನ್ನು ಮತ್ತೆ ಪಾವತಿಸಬೇಕಾಗುತ್ತದೆ.',
      bureau_clause: 'ಪೂರ್ಣ ಪಾವತಿಯಾದ 30 ದಿನಗಳೊಳಗೆ ಈ ಸಾಲವನ್ನು “Settled” ಎಂದು ಕ್ರೆಡಿಟ್ ಬ್ಯೂರೋಗಳಿಗೆ ತಿಳಿಸಲಾಗುತ್ತದೆ.',
      no_dues_promise: 'ಪೂರ್ಣ ಪಾವತಿಯ ನಂತರ ನಿಮಗೆ ಬಾಕಿ ಇಲ್ಲದ ಪತ್ರ ದೊರೆಯುತ್ತದೆ.',
    },
  },
  ml: {
    titles: { SR: 'ഒത്തുതീർപ്പ് കത്ത്', AL: 'ഒത്തുതീർപ്പിനുള്ള അംഗീകാരം', NL: 'കുടിശ്ശികയില്ലെന്ന കത്ത്' },
    heads: {
      principal: 'മുതൽ',
      interest: 'പലിശ',
      penal: 'പിഴ',
      charges: 'മറ്റു നിരക്കുകൾ',
      total: 'ആകെ കുടിശ്ശിക',
      waived: 'ഇളവു ചെയ്ത തുക',
      payable: 'ഒത്തുതീർപ്പ് തുക',
    },
    labels: {
      loan: 'വായ്പ',
      date: 'തീയതി',
      account: 'പണമടയ്ക്കേണ്ട അക്കൗണ്ട്',
      grievance: 'പരാതികൾ',
      paid: 'അടച്ച തുക',
      paidOn: 'മുഴുവനായി അടച്ച തീയതി',
      approvedOn: 'അംഗീകരിച്ച തീയതി',
    },
    clauses: {
      full_and_final:
        'ഒത്തുതീർപ്പ് തുക മുഴുവനായി അടച്ചുകഴിഞ്ഞാൽ ഈ വായ്പ പൂർണ്ണമായും അന്തിമമായും തീർപ്പാക്കിയതായി കണക്കാക്കും; ഇതിന്മേൽ മറ്റൊരു അവകാശവാദവും ഉണ്ടാകില്ല.',
      lapse_clause:
        'ഏതെങ്കിലും തുക അതിന്റെ തീയതിക്കകം അടച്ചില്ലെങ്കിൽ ഈ ഒത്തുതീർപ്പ് റദ്ദാകും; അടച്ച തുക കിഴിച്ചുള്ള മുഴുവൻ കുടിശ്ശികയും വീണ്ടും അടയ്ക്കേണ്ടിവരും.',
      bureau_clause: 'മുഴുവൻ തുകയും അടച്ച് 30 ദിവസത്തിനകം ഈ വായ്പ “Settled” എന്ന് ക്രെഡിറ്റ് ബ്യൂറോകളെ അറിയിക്കും.',
      no_dues_promise: 'മുഴുവൻ തുകയും അടച്ചശേഷം നിങ്ങൾക്ക് കുടിശ്ശികയില്ലെന്ന കത്ത് ലഭിക്കും.',
    },
  },
  bn: {
    titles: { SR: 'নিষ্পত্তি পত্র', AL: 'নিষ্পত্তির অনুমোদন', NL: 'বকেয়া নেই মর্মে পত্র' },
    heads: {
      principal: 'আসল',
      interest: 'সুদ',
      penal: 'জরিমানা',
      charges: 'অন্যান্য চার্জ',
      total: 'মোট বকেয়া',
      waived: 'মকুব করা পরিমাণ',
      payable: 'নিষ্পত্তির পরিমাণ',
    },
    labels: {
      loan: 'ঋণ',
      date: 'তারিখ',
      account: 'পরিশোধের অ্যাকাউন্ট',
      grievance: 'অভিযোগ',
      paid: 'পরিশোধিত পরিমাণ',
      paidOn: 'সম্পূর্ণ পরিশোধের তারিখ',
      approvedOn: 'অনুমোদনের তারিখ',
    },
    clauses: {
      full_and_final:
        'নিষ্পত্তির পরিমাণ সম্পূর্ণ পরিশোধ হলে এই ঋণের সম্পূর্ণ ও চূড়ান্ত নিষ্পত্তি হয়েছে বলে গণ্য হবে এবং এর উপর আর কোনো দাবি থাকবে না।',
      lapse_clause:
        'কোনো কিস্তি তার তারিখের মধ্যে পরিশোধ না হলে এই নিষ্পত্তি বাতিল হবে এবং পরিশোধিত অংশ বাদ দিয়ে সম্পূর্ণ বকেয়া আবার প্রদেয় হবে।',
      bureau_clause: 'সম্পূর্ণ পরিশোধের 30 দিনের মধ্যে ক্রেডিট ব্যুরোকে এই ঋণ “Settled” হিসেবে জানানো হবে।',
      no_dues_promise: 'সম্পূর্ণ পরিশোধের পর আপনি বকেয়া নেই মর্মে একটি পত্র পাবেন।',
    },
  },
  gu: {
    titles: { SR: 'સમાધાન પત્ર', AL: 'સમાધાનની મંજૂરી', NL: 'બાકી ન હોવાનો પત્ર' },
    heads: {
      principal: 'મુદ્દલ',
      interest: 'વ્યાજ',
      penal: 'દંડ શુલ્ક',
      charges: 'અન્ય શુલ્ક',
      total: 'કુલ બાકી',
      waived: 'માફ કરેલી રકમ',
      payable: 'સમાધાનની રકમ',
    },
    labels: {
      loan: 'લોન',
      date: 'તારીખ',
      account: 'ચુકવણીનું ખાતું',
      grievance: 'ફરિયાદ',
      paid: 'ચૂકવેલી રકમ',
      paidOn: 'પૂરી ચુકવણીની તારીખ',
      approvedOn: 'મંજૂરીની તારીખ',
    },
    clauses: {
      full_and_final:
        'સમાધાનની રકમ પૂરેપૂરી ચૂકવાયા પછી આ લોનનું સંપૂર્ણ અને અંતિમ સમાધાન થયેલું ગણાશે અને તેના પર આગળ કોઈ દાવો કરવામાં આવશે નહીં.',
      lapse_clause:
        'કોઈ હપ્તો તેની તારીખ સુધીમાં ન ચૂકવાય તો આ સમાધાન રદ થશે અને ચૂકવેલી રકમ બાદ કરીને આખી બાકી રકમ ફરી ચૂકવવાની રહેશે.',
      bureau_clause: 'પૂરી ચુકવણીના 30 દિવસમાં ક્રેડિટ બ્યુરોને આ લોન “Settled” તરીકે જણાવવામાં આવશે.',
      no_dues_promise: 'પૂરી ચુકવણી પછી તમને બાકી ન હોવાનો પત્ર મળશે.',
    },
  },
};

/** A text to begin a template with: everything that a letter of its kind must hold, in the product's own words. */
export function standardBody(kind: SettlementLetterKind, language: LetterLanguage): string {
  const { heads, labels } = STANDING[language];
  const words = LETTER_WORDS[language];
  const line = (label: string, value: string) => `${label}: ${value}`;
  const amount = line(heads.payable, '{{settlement_amount}} ({{amount_in_words}})');
  const until = [line(words.dueDay, '{{last_date}}'), line(labels.account, '{{payment_account}}')];
  const terms: Record<SettlementLetterKind, string[][]> = {
    SR: [
      [line(heads.total, '{{total_outstanding}}'), line(heads.waived, '{{waiver_amount}}'), amount, ...until],
      ['{{full_and_final}}'],
      ['{{lapse_clause}}'],
      ['{{bureau_clause}}'],
      ['{{no_dues_promise}}'],
    ],
    AL: [[line(labels.approvedOn, '{{approved_on}}'), amount, ...until], ['{{lapse_clause}}']],
    NL: [
      [line(labels.paid, '{{paid_amount}}'), line(labels.paidOn, '{{settled_on}}')],
      ['{{full_and_final}}'],
      ['{{bureau_clause}}'],
    ],
  };
  const paragraphs = [
    ['{{borrower_name}}', '{{borrower_address}}'],
    [
      line(labels.date, '{{letter_date}}'),
      line(words.reference, '{{reference_no}}'),
      line(labels.loan, '{{loan_number}}, {{product}}, {{client_name}}'),
    ],
    ...terms[kind],
    [line(labels.grievance, '{{grievance_contact}}')],
    ['{{signatory}}'],
  ];
  return paragraphs.map((lines) => lines.join('\n')).join('\n\n');
}
