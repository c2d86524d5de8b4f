/** Hindi of backups. */
import type { Catalogue } from '..';

export const messages = {
  'By night': 'रात में',
  'Being made': 'बन रहा है',
  'Being verified': 'जाँचा जा रहा है',
  'Does not bring everything back': 'सब कुछ वापस नहीं लाता',
  'Not verified: too large': 'जाँचा नहीं गया: बहुत बड़ा है',
  'Not verified': 'जाँचा नहीं गया',
  Backup: 'बैकअप',
  Tables: 'तालिकाएँ',
  'The backup is of the moment at which it was begun. You may leave this page.':
    'बैकअप उस पल का है जब वह शुरू हुआ। आप यह पेज छोड़ सकते हैं।',
  'It holds more than is restored to see whether it is whole. Restore it elsewhere from time to time.':
    'इसमें उससे ज़्यादा है जितना पूरा होने की जाँच के लिए वापस लाया जाता है। समय-समय पर इसे कहीं और वापस लाकर देखें।',
  'Verified at': 'कब जाँचा गया',
  Size: 'आकार',
  Files: 'फ़ाइलें',
  'Download the backup': 'बैकअप डाउनलोड करें',
  'The file holds everything of your company, encrypted. It opens with the key of your backups alone.':
    'फ़ाइल में आपकी कंपनी का सब कुछ है, कूटबद्ध। वह सिर्फ़ आपके बैकअप की कुंजी से खुलती है।',
  'The backup is deleted': 'बैकअप हटा दिया गया',
  'Delete the backup?': 'बैकअप हटाएँ?',
  'Delete backup': 'बैकअप हटाएँ',
  'The backup of {when} and its file are gone for good.': '{when} का बैकअप और उसकी फ़ाइल हमेशा के लिए हट जाएँगे।',
  'Show the key': 'कुंजी दिखाएँ',
  'Every backup of your company is encrypted with one key. Who has it and a file reads everything in it.':
    'आपकी कंपनी का हर बैकअप एक ही कुंजी से कूटबद्ध है। जिसके पास कुंजी और फ़ाइल हो, वह उसमें सब कुछ पढ़ सकता है।',
  'The key is copied': 'कुंजी कॉपी हो गई',
  'The browser did not copy it. Mark it and copy it yourself.': 'ब्राउज़र ने कॉपी नहीं की। उसे चुनकर खुद कॉपी करें।',
  'The key of your backups': 'आपके बैकअप की कुंजी',
  'Copy the key': 'कुंजी कॉपी करें',
  'I have kept it': 'मैंने सँभालकर रख ली',
  'Keep it outside of this installation, and not beside the files.': 'इसे इस इंस्टॉलेशन से बाहर रखें, और फ़ाइलों के साथ नहीं।',
  'A backup cannot be restored without it, and nobody can make it again when this installation is lost.':
    'इसके बिना बैकअप वापस नहीं लाया जा सकता, और यह इंस्टॉलेशन खो जाए तो इसे कोई दोबारा नहीं बना सकता।',
  'The last verified backup is of {when}.': 'आख़िरी जाँचा हुआ बैकअप {when} का है।',
  'No backup has been verified yet.': 'अभी तक किसी बैकअप की जाँच नहीं हुई।',
  'One is made every night. Make one now to have it sooner.': 'हर रात एक बनता है। जल्दी चाहिए तो अभी बनाइए।',
  'One is made every night. Make one now, and find out why the last nights brought none.':
    'हर रात एक बनता है। अभी एक बनाएँ, और पता करें कि पिछली रातों में क्यों नहीं बना।',
  'It was restored into an empty place, where every table, file and audit entry was compared.':
    'उसे एक ख़ाली जगह में वापस लाया गया, जहाँ हर तालिका, फ़ाइल और ऑडिट प्रविष्टि मिलाई गई।',
  backups: 'बैकअप',
  'Back up now': 'अभी बैकअप लें',
  'No backup was begun': 'कोई बैकअप शुरू नहीं हुआ',
  'No backup yet': 'अभी कोई बैकअप नहीं',
  'One is made every night; of those the last {days} days, {weeks} weeks and {months} months are kept.':
    'हर रात एक बनता है; उनमें से पिछले {days} दिन, {weeks} हफ़्ते और {months} महीने के रखे जाते हैं।',
  // The server's.
  'This is not a backup of Recoup': 'यह Recoup का बैकअप नहीं है',
  'The backup is cut off': 'बैकअप अधूरा है',
  'Something was added behind the end of the backup': 'बैकअप के अंत के बाद कुछ जोड़ा गया है',
  'The key is not the one of this backup, or the backup is damaged': 'कुंजी इस बैकअप की नहीं है, या बैकअप ख़राब है',
  'The backup is damaged': 'बैकअप ख़राब है',
  'This backup is of another kind of installation': 'यह बैकअप किसी और तरह के इंस्टॉलेशन का है',
  '~This backup is of the version with {newest}, here is {here}: restore it with that version and update afterwards':
    'यह बैकअप {newest} वाले संस्करण का है, यहाँ {here} है: उसी संस्करण से वापस लाएँ और बाद में अपडेट करें',
  '~{name} is here already: a backup goes into an installation without it':
    '{name} यहाँ पहले से है: बैकअप ऐसे इंस्टॉलेशन में जाता है जिसमें वह न हो',
  'The database was busy with other work: stop the server and restore again':
    'डेटाबेस दूसरे काम में व्यस्त था: सर्वर बंद करें और फिर से वापस लाएँ',
  'A sign-in name of the backup is taken here by somebody of another tenant':
    'बैकअप का एक साइन-इन नाम यहाँ किसी और कंपनी के व्यक्ति के पास है',
  'A backup is being made already. Wait until it is done.': 'एक बैकअप पहले से बन रहा है। उसके पूरा होने तक रुकें।',
  'Ten backups made by hand are kept. Delete one first.': 'हाथ से बनाए दस बैकअप रखे जाते हैं। पहले एक हटाएँ।',
  'Something went wrong on our side. Make another backup.': 'हमारी ओर से कुछ गड़बड़ हुई। दूसरा बैकअप बनाएँ।',
  'Something went wrong on our side while it was verified. Make another backup.':
    'जाँच के दौरान हमारी ओर से कुछ गड़बड़ हुई। दूसरा बैकअप बनाएँ।',
  'Other numbers of rows or files came back than were written': 'जितनी पंक्तियाँ या फ़ाइलें लिखी गई थीं, उतनी वापस नहीं आईं',
  '~Of {written} rows of the table {name} {came} came back': 'तालिका {name} की {written} पंक्तियों में से {came} वापस आईं',
  '~The audit chain is broken at entry {seq}': 'ऑडिट शृंखला प्रविष्टि {seq} पर टूटी है',
  '~The file {name} is not the one that was backed up': 'फ़ाइल {name} वह नहीं है जिसका बैकअप लिया गया था',
} satisfies Catalogue;
