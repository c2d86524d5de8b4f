/** Names as borrowers and staff have them: Latin and the language's own script, side by side. */
import type { Random } from '../../core/domain/random';

export const LANGUAGES = ['hi', 'mr', 'gu', 'bn', 'ta', 'te', 'kn', 'ml', 'ur', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `Latin|own script` pairs, separated by commas. */
const LISTS: Record<Language, { men: string; women: string; surnames: string }> = {
  hi: {
    men: 'Rajesh|राजेश,Suresh|सुरेश,Manoj|मनोज,Amit|अमित,Vikas|विकास,Dinesh|दिनेश,Ramesh|रमेश,Sanjay|संजय,Anil|अनिल,Pankaj|पंकज,Mukesh|मुकेश,Rakesh|राकेश',
    women:
      'Sunita|सुनीता,Rekha|रेखा,Asha|आशा,Pooja|पूजा,Kavita|कविता,Anita|अनीता,Meena|मीना,Neha|नेहा,Savita|सविता,Geeta|गीता,Preeti|प्रीति,Shalini|शालिनी',
    surnames:
      'Sharma|शर्मा,Verma|वर्मा,Gupta|गुप्ता,Singh|सिंह,Yadav|यादव,Mishra|मिश्रा,Tiwari|तिवारी,Pandey|पांडेय,Chauhan|चौहान,Saxena|सक्सेना,Agarwal|अग्रवाल,Kushwaha|कुशवाहा',
  },
  mr: {
    men: 'Sachin|सचिन,Nilesh|नीलेश,Ganesh|गणेश,Prashant|प्रशांत,Santosh|संतोष,Mahesh|महेश,Vinayak|विनायक,Sagar|सागर,Tushar|तुषार,Kiran|किरण,Yogesh|योगेश',
    women:
      'Vaishali|वैशाली,Swati|स्वाती,Manisha|मनीषा,Jyoti|ज्योती,Snehal|स्नेहल,Sheetal|शीतल,Archana|अर्चना,Rohini|रोहिणी,Ujwala|उज्ज्वला,Pallavi|पल्लवी,Ashwini|अश्विनी',
    surnames:
      'Patil|पाटील,Deshmukh|देशमुख,Kulkarni|कुलकर्णी,Jadhav|जाधव,Shinde|शिंदे,Pawar|पवार,Gaikwad|गायकवाड,More|मोरे,Chavan|चव्हाण,Bhosale|भोसले,Kamble|कांबळे',
  },
  gu: {
    men: 'Bhavesh|ભાવેશ,Hitesh|હિતેશ,Jignesh|જિજ્ઞેશ,Ketan|કેતન,Nilesh|નિલેશ,Paresh|પરેશ,Mehul|મેહુલ,Chirag|ચિરાગ,Dharmesh|ધર્મેશ,Alpesh|અલ્પેશ',
    women:
      'Hetal|હેતલ,Bhavna|ભાવના,Jagruti|જાગૃતિ,Komal|કોમલ,Nita|નીતા,Dipika|દીપિકા,Urvashi|ઉર્વશી,Falguni|ફાલ્ગુની,Kinjal|કિંજલ,Varsha|વર્ષા',
    surnames:
      'Patel|પટેલ,Shah|શાહ,Desai|દેસાઈ,Mehta|મહેતા,Joshi|જોશી,Parmar|પરમાર,Solanki|સોલંકી,Trivedi|ત્રિવેદી,Chaudhari|ચૌધરી,Rathod|રાઠોડ',
  },
  bn: {
    men: 'Subrata|সুব্রত,Debasish|দেবাশিস,Sourav|সৌরভ,Arindam|অরিন্দম,Prosenjit|প্রসেনজিৎ,Tapan|তপন,Biswajit|বিশ্বজিৎ,Partha|পার্থ,Kaushik|কৌশিক,Anirban|অনির্বাণ',
    women:
      'Moumita|মৌমিতা,Sharmila|শর্মিলা,Ruma|রুমা,Tanushree|তনুশ্রী,Papiya|পাপিয়া,Mitali|মিতালি,Sutapa|সুতপা,Ananya|অনন্যা,Soma|সোমা,Rina|রিনা',
    surnames:
      'Das|দাস,Mukherjee|মুখার্জি,Banerjee|ব্যানার্জি,Ghosh|ঘোষ,Roy|রায়,Sarkar|সরকার,Mondal|মণ্ডল,Bose|বসু,Pal|পাল,Chatterjee|চ্যাটার্জি',
  },
  ta: {
    men: 'Murugan|முருகன்,Karthik|கார்த்திக்,Senthil|செந்தில்,Arun|அருண்,Prabhu|பிரபு,Saravanan|சரவணன்,Vignesh|விக்னேஷ்,Bala|பாலா,Ganesan|கணேசன்,Selvam|செல்வம்',
    women:
      'Lakshmi|லட்சுமி,Kavitha|கவிதா,Priya|பிரியா,Revathi|ரேவதி,Divya|திவ்யா,Meenakshi|மீனாட்சி,Sangeetha|சங்கீதா,Vasanthi|வசந்தி,Malar|மலர்,Nithya|நித்யா',
    surnames:
      'Subramanian|சுப்பிரமணியன்,Rajendran|ராஜேந்திரன்,Pandian|பாண்டியன்,Krishnan|கிருஷ்ணன்,Natarajan|நடராஜன்,Velu|வேலு,Raman|ராமன்,Sundaram|சுந்தரம்,Palanisamy|பழனிசாமி,Arumugam|ஆறுமுகம்',
  },
  te: {
    men: 'Srinivas|శ్రీనివాస్,Venkatesh|వెంకటేష్,Ravi|రవి,Naresh|నరేష్,Praveen|ప్రవీణ్,Mahesh|మహేష్,Krishna|కృష్ణ,Rambabu|రాంబాబు,Satish|సతీష్,Chandra|చంద్ర',
    women:
      'Padma|పద్మ,Lavanya|లావణ్య,Swathi|స్వాతి,Sirisha|శిరీష,Anusha|అనూష,Jyothi|జ్యోతి,Madhavi|మాధవి,Sujatha|సుజాత,Bhavani|భవాని,Radhika|రాధిక',
    surnames:
      'Reddy|రెడ్డి,Rao|రావు,Naidu|నాయుడు,Chowdary|చౌదరి,Varma|వర్మ,Goud|గౌడ్,Yadav|యాదవ్,Sastry|శాస్త్రి,Prasad|ప్రసాద్,Kumar|కుమార్',
  },
  kn: {
    men: 'Manjunath|ಮಂಜುನಾಥ,Basavaraj|ಬಸವರಾಜ,Nagaraj|ನಾಗರಾಜ,Raghavendra|ರಾಘವೇಂದ್ರ,Lokesh|ಲೋಕೇಶ್,Shivakumar|ಶಿವಕುಮಾರ್,Prakash|ಪ್ರಕಾಶ್,Umesh|ಉಮೇಶ್,Girish|ಗಿರೀಶ್,Chetan|ಚೇತನ್',
    women:
      'Shobha|ಶೋಭಾ,Roopa|ರೂಪಾ,Sudha|ಸುಧಾ,Geetha|ಗೀತಾ,Bhagya|ಭಾಗ್ಯ,Pushpa|ಪುಷ್ಪ,Netra|ನೇತ್ರಾ,Asha|ಆಶಾ,Veena|ವೀಣಾ,Mamatha|ಮಮತಾ',
    surnames:
      'Gowda|ಗೌಡ,Hegde|ಹೆಗಡೆ,Shetty|ಶೆಟ್ಟಿ,Bhat|ಭಟ್,Patil|ಪಾಟೀಲ,Naik|ನಾಯಕ್,Murthy|ಮೂರ್ತಿ,Hiremath|ಹಿರೇಮಠ,Kulkarni|ಕುಲಕರ್ಣಿ,Acharya|ಆಚಾರ್ಯ',
  },
  ml: {
    men: 'Anil|അനിൽ,Biju|ബിജു,Sajeev|സജീവ്,Rajeev|രാജീവ്,Sreejith|ശ്രീജിത്ത്,Vinod|വിനോദ്,Manoj|മനോജ്,Shaji|ഷാജി,Jayan|ജയൻ,Suresh|സുരേഷ്',
    women: 'Sreedevi|ശ്രീദേവി,Bindu|ബിന്ദു,Remya|രമ്യ,Deepa|ദീപ,Sindhu|സിന്ധു,Latha|ലത,Anju|അഞ്ജു,Maya|മായ,Sheeba|ഷീബ,Lekha|ലേഖ',
    surnames:
      'Nair|നായർ,Menon|മേനോൻ,Pillai|പിള്ള,Kurup|കുറുപ്പ്,Thomas|തോമസ്,Varghese|വർഗീസ്,Namboothiri|നമ്പൂതിരി,George|ജോർജ്,Panicker|പണിക്കർ,Warrier|വാരിയർ',
  },
  ur: {
    men: 'Imran|عمران,Salman|سلمان,Javed|جاوید,Arif|عارف,Nadeem|ندیم,Shahid|شاہد,Faisal|فیصل,Asif|آصف,Irfan|عرفان,Wasim|وسیم',
    women:
      'Shabana|شبانہ,Nasreen|نسرین,Rukhsana|رخسانہ,Farzana|فرزانہ,Ayesha|عائشہ,Tabassum|تبسم,Sana|ثنا,Zainab|زینب,Yasmin|یاسمین,Parveen|پروین',
    surnames:
      'Khan|خان,Ansari|انصاری,Shaikh|شیخ,Qureshi|قریشی,Siddiqui|صدیقی,Pathan|پٹھان,Mirza|مرزا,Hussain|حسین,Ahmed|احمد,Baig|بیگ',
  },
  en: {
    men: 'Anthony|,Joseph|,Melvin|,Trevor|,Kevin|,Wilson|,Nelson|,Clifford|,Savio|,Denzil|',
    women: 'Maria|,Sharon|,Cynthia|,Priscilla|,Jennifer|,Glenda|,Flavia|,Sandra|,Melissa|,Rosalyn|',
    surnames: "Fernandes|,D'Souza|,Pereira|,Rodrigues|,Lobo|,Mathews|,Pinto|,Gonsalves|,Mascarenhas|,D'Mello|",
  },
};

type Pair = readonly [latin: string, own: string];
const pairs = (list: string): Pair[] =>
  list.split(',').map((row) => {
    const [latin = '', own = ''] = row.split('|');
    return [latin, own] as const;
  });
const parsed = Object.fromEntries(
  LANGUAGES.map((language) => {
    const { men, women, surnames } = LISTS[language];
    return [language, { men: pairs(men), women: pairs(women), surnames: pairs(surnames) }];
  }),
) as Record<Language, { men: Pair[]; women: Pair[]; surnames: Pair[] }>;

const INITIALS = 'ABDGHJKMNPRSTV';

export interface PersonName {
  /** As the lender's file has it: Latin, or (about one in four) the language's own script. */
  shown: string;
  given: string;
  surname: string;
  woman: boolean;
}

/** A name of a language; a middle initial now and then, as lenders' files have them. */
export function personName(random: Random, language: Language, surname?: string): PersonName {
  const lists = parsed[language];
  const woman = random.chance(0.38);
  const [given, ownGiven] = random.pick(woman ? lists.women : lists.men);
  const [family, ownFamily] = surname
    ? (lists.surnames.find(([latin]) => latin === surname) ?? [surname, ''])
    : random.pick(lists.surnames);
  const own = random.chance(0.25) && ownGiven && ownFamily ? `${ownGiven} ${ownFamily}` : '';
  const middle = random.chance(0.3) ? ` ${INITIALS[random.between(0, INITIALS.length - 1)]}` : '';
  return { shown: own || `${given}${middle} ${family}`, given, surname: family, woman };
}
