/** The languages in which letters are written, and the words that a letter has around its text. */
export const LETTER_LANGUAGES = ['en', 'hi', 'mr', 'ta', 'te', 'kn', 'ml', 'bn', 'gu'] as const;
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

export const isLetterLanguage = (code: string): code is LetterLanguage =>
  (LETTER_LANGUAGES as readonly string[]).includes(code);

export interface LetterWords {
  dues: string;
  schedule: string;
  instalment: string;
  dueDay: string;
  amount: string;
  reference: string;
  /** With `{page}` and `{pages}`. */
  page: string;
  /** Beside the QR code. */
  verify: string;
}

export const LETTER_WORDS: Readonly<Record<LetterLanguage, LetterWords>> = {
  en: {
    dues: 'Break-up of dues',
    schedule: 'Schedule of payments',
    instalment: 'Instalment',
    dueDay: 'Pay by',
    amount: 'Amount',
    reference: 'Ref.',
    page: 'Page {page} of {pages}',
    verify: 'Scan this code to check that this letter is genuine.',
  },
  hi: {
    dues: 'बकाया राशि का विवरण',
    schedule: 'भुगतान की समय-सारणी',
    instalment: 'किस्त',
    dueDay: 'भुगतान की अंतिम तिथि',
    amount: 'राशि',
    reference: 'संदर्भ',
    page: 'पृष्ठ {page} / {pages}',
    verify: 'यह पत्र असली है या नहीं, यह जाँचने के लिए इस कोड को स्कैन करें।',
  },
  mr: {
    dues: 'थकबाकीचा तपशील',
    schedule: 'परतफेडीचे वेळापत्रक',
    instalment: 'हप्ता',
    dueDay: 'भरण्याची अंतिम तारीख',
    amount: 'रक्कम',
    reference: 'संदर्भ',
    page: 'पृष्ठ {page} / {pages}',
    verify: 'हे पत्र खरे आहे का हे तपासण्यासाठी हा कोड स्कॅन करा.',
  },
  ta: {
    dues: 'நிலுவைத் தொகையின் விவரம்',
    schedule: 'பணம் செலுத்தும் அட்டவணை',
    instalment: 'தவணை',
    dueDay: 'செலுத்த வேண்டிய கடைசி நாள்',
    amount: 'தொகை',
    reference: 'குறிப்பு எண்',
    page: 'பக்கம் {page} / {pages}',
    verify: 'இந்தக் கடிதம் உண்மையானதா எனச் சரிபார்க்க இந்தக் குறியீட்டை ஸ்கேன் செய்யவும்.',
  },
  te: {
    dues: 'బకాయిల వివరాలు',
    schedule: 'చెల్లింపుల షెడ్యూల్',
    instalment: 'వాయిదా',
    dueDay: 'చెల్లించవలసిన చివరి తేదీ',
    amount: 'మొత్తం',
    reference: 'సూచిక',
    page: 'పేజీ {page} / {pages}',
    verify: 'ఈ లేఖ నిజమైనదో కాదో తనిఖీ చేయడానికి ఈ కోడ్‌ను స్కాన్ చేయండి.',
  },
  kn: {
    dues: 'ಬಾಕಿ ಮೊತ್ತದ ವಿವರ',
    schedule: 'ಪಾವತಿಯ ವೇಳಾಪಟ್ಟಿ',
    instalment: 'ಕಂತು',
    dueDay: 'ಪಾವತಿಸಬೇಕಾದ ಕೊನೆಯ ದಿನಾಂಕ',
    amount: 'ಮೊತ್ತ',
    reference: 'ಉಲ್ಲೇಖ',
    page: 'ಪುಟ {page} / {pages}',
    verify: 'ಈ ಪತ್ರ ನಿಜವಾದುದೇ ಎಂದು ಪರಿಶೀಲಿಸಲು ಈ ಕೋಡ್ ಅನ್ನು ಸ್ಕ್ಯಾನ್ ಮಾಡಿ.',
  },
  ml: {
    dues: 'കുടിശ്ശികയുടെ വിശദാംശങ്ങൾ',
    schedule: 'തിരിച്ചടവിന്റെ സമയക്രമം',
    instalment: 'ഗഡു',
    dueDay: 'അടയ്ക്കേണ്ട അവസാന തീയതി',
    amount: 'തുക',
    reference: 'റഫറൻസ്',
    page: 'പേജ് {page} / {pages}',
    verify: 'ഈ കത്ത് യഥാർത്ഥമാണോ എന്ന് പരിശോധിക്കാൻ ഈ കോഡ് സ്കാൻ ചെയ്യുക.',
  },
  bn: {
    dues: 'বকেয়ার বিবরণ',
    schedule: 'পরিশোধের সময়সূচি',
    instalment: 'কিস্তি',
    dueDay: 'পরিশোধের শেষ তারিখ',
    amount: 'পরিমাণ',
    reference: 'সূত্র',
    page: 'পৃষ্ঠা {page} / {pages}',
    verify: 'এই চিঠি আসল কি না যাচাই করতে এই কোডটি স্ক্যান করুন।',
  },
  gu: {
    dues: 'બાકી રકમની વિગત',
    schedule: 'ચુકવણીનું સમયપત્રક',
    instalment: 'હપ્તો',
    dueDay: 'ચૂકવવાની છેલ્લી તારીખ',
    amount: 'રકમ',
    reference: 'સંદર્ભ',
    page: 'પાનું {page} / {pages}',
    verify: 'આ પત્ર સાચો છે કે નહીં તે ચકાસવા આ કોડ સ્કેન કરો.',
  },
};
