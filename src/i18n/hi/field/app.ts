import type { Catalogue } from '../../index';

/** The frame of the app: places, updates, the session and what can go wrong with all of it. */
export const messages = {
  Today: 'आज',
  Loans: 'लोन',
  Ledger: 'लेजर',
  Me: 'मैं',
  Home: 'होम',
  'Log in': 'लॉग इन',
  'Log in (developer)': 'लॉग इन (डेवलपर)',
  'Field agent log in': 'फ़ील्ड एजेंट लॉग इन',
  'Log out': 'लॉग आउट',
  'My Visits': 'मेरी विज़िट',
  Loan: 'लोन',
  'Visit Form': 'विज़िट फ़ॉर्म',
  'Sign in again.': 'फिर से साइन इन करें।',
  'Your session has ended. Please sign in again.': 'आपका सेशन ख़त्म हो गया है। कृपया फिर से साइन इन करें।',
  'You were signed out because nothing happened for 10 minutes. What you saved is safe.':
    '10 मिनट तक कुछ नहीं हुआ, इसलिए आपको साइन आउट किया गया। जो आपने सेव किया वह सुरक्षित है।',
  'This phone has been withdrawn. What you saved goes to your supervisor; the rest is erased.':
    'यह फ़ोन वापस ले लिया गया है। जो आपने सेव किया वह आपके सुपरवाइज़र को जाता है; बाक़ी मिटा दिया जाता है।',
  'This browser removed what was stored on this device. What the server confirmed is safe. Sign in to load your work again.':
    'ब्राउज़र ने इस डिवाइस पर रखा डेटा हटा दिया। सर्वर ने जो पक्का किया वह सुरक्षित है। काम फिर से लाने के लिए साइन इन करें।',
  'You were signed out in another tab.': 'दूसरे टैब में आपको साइन आउट किया गया।',
  'Signed in without a network. What you save stays on this phone and goes out by itself.':
    'बिना नेटवर्क के साइन इन हुआ। जो आप सेव करेंगे वह इसी फ़ोन पर रहेगा और अपने आप चला जाएगा।',
  'Recoup cannot reach its server': 'Recoup अपने सर्वर तक नहीं पहुँच पा रहा',
  'The first start on this device needs a network. Check it, then try again.':
    'इस डिवाइस पर पहली बार खोलने के लिए नेटवर्क चाहिए। नेटवर्क देखें, फिर कोशिश करें।',
  'This device’s storage cannot be opened': 'इस डिवाइस का स्टोरेज नहीं खुल रहा',
  'Close other tabs of Recoup and leave private windows, free some space, then try again. Nothing was deleted.':
    'Recoup के दूसरे टैब और प्राइवेट विंडो बंद करें, कुछ जगह ख़ाली करें, फिर कोशिश करें। कुछ भी मिटा नहीं है।',
  'Sign out': 'साइन आउट',
  'Another tab of Recoup is of an older version. Close it to go on here; nothing is lost.':
    'Recoup का एक और टैब पुराने वर्ज़न का है। यहाँ आगे बढ़ने के लिए उसे बंद करें; कुछ नहीं खोएगा।',
  'Recoup was updated in another tab. Load this page again to go on; nothing is lost.':
    'Recoup दूसरे टैब में अपडेट हो गया। आगे बढ़ने के लिए यह पेज फिर से खोलें; कुछ नहीं खोएगा।',
  'Load again': 'फिर से खोलें',
  'This screen is not on this device yet': 'यह स्क्रीन अभी इस डिवाइस पर नहीं है',
  'What you saved is safe.': 'जो आपने सेव किया वह सुरक्षित है।',
  'It loads by itself once there is a network.': 'नेटवर्क आते ही यह अपने आप खुल जाएगी।',
  'This screen stopped working': 'इस स्क्रीन ने काम करना बंद कर दिया',
  'What you saved is safe: records wait in the ledger until the server has them, drafts are kept.':
    'जो आपने सेव किया वह सुरक्षित है: रिकॉर्ड सर्वर तक पहुँचने तक लेजर में रहते हैं, ड्राफ़्ट भी रखे हैं।',
  'Load it again. If it happens twice, tell your administrator what you did last.':
    'इसे फिर से खोलें। दोबारा हो तो एडमिन को बताएँ कि आपने आख़िर में क्या किया था।',
  'Go to the start': 'शुरुआत पर जाएँ',
  'Go to sign-in': 'साइन इन पर जाएँ',
  'What you saved on this phone is still there.': 'जो आपने इस फ़ोन पर सेव किया वह अब भी यहीं है।',
  '{n} need you': ['{n} पर आपका काम बाक़ी है', '{n} पर आपका काम बाक़ी है'],
  'Still there?': 'क्या आप यहीं हैं?',
  'Stay signed in': 'साइन इन रहें',
  'You will be signed out in {left} because nothing happened for a while. What is saved stays saved.':
    'कुछ देर से कुछ नहीं हुआ, इसलिए {left} में आपको साइन आउट कर दिया जाएगा। जो सेव है वह सेव रहेगा।',
  '{n} s': '{n} से.',
  'Keep Recoup on this phone': 'Recoup को इस फ़ोन पर रखें',
  Install: 'इंस्टॉल करें',
  'Not now': 'अभी नहीं',
  'It opens from the home screen, works without a network, and the phone does not clear its data.':
    'यह होम स्क्रीन से खुलता है, बिना नेटवर्क चलता है, और फ़ोन इसका डेटा नहीं मिटाता।',
  'In Safari, tap Share, then “Add to Home Screen”. It then works without a network.':
    'Safari में Share दबाएँ, फिर “Add to Home Screen”। इसके बाद यह बिना नेटवर्क चलेगा।',
  'Nothing lives at this address': 'इस पते पर कुछ नहीं है',
  '{pathname} is not a page of Recoup. It may have been moved, or a letter is missing.':
    '{pathname} Recoup का पेज नहीं है। शायद इसे हटाया गया है, या कोई अक्षर छूट गया है।',
  'Update ready': 'अपडेट तैयार है',
  'Update now': 'अभी अपडेट करें',
  'The new version is starting …': 'नया संस्करण शुरू हो रहा है …',
  'Takes a few seconds. Unsent records and drafts stay as they are.':
    'कुछ ही सेकंड लगेंगे। जो रिकॉर्ड अभी गए नहीं और जो ड्राफ़्ट हैं, वैसे ही रहेंगे।',
  Language: 'भाषा',
  'The words of this language need a network once. Try again when you have one.':
    'इस भाषा के शब्दों के लिए एक बार नेटवर्क चाहिए। नेटवर्क होने पर फिर कोशिश करें।',
} satisfies Catalogue;
