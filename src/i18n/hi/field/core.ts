import type { Catalogue } from '../../index';

/** What the engine, the rules and the server say. A key that begins with `~` stands for every sentence of its form. */
export const messages = {
  'Something between this phone and the server answered in its place.':
    'इस फ़ोन और सर्वर के बीच किसी और ने उसकी जगह जवाब दिया।',
  'The server could not be reached.': 'सर्वर तक नहीं पहुँच पाए।',
  'The record is too large to be sent.': 'रिकॉर्ड भेजने के लिए बहुत बड़ा है।',
  'Sign in again to save. Your text is still here.': 'सेव करने के लिए फिर साइन इन करें। आपका लिखा यहीं है।',
  'Recoup was updated in another window. Reload this one.': 'Recoup दूसरी विंडो में अपडेट हो गया। इसे फिर से खोलें।',
  'This record is no longer waiting.': 'यह रिकॉर्ड अब रुका नहीं है।',
  'This phone has no space left. Free some space and save again. Your text is still here.':
    'इस फ़ोन में जगह नहीं बची। कुछ जगह ख़ाली करें और फिर सेव करें। आपका लिखा यहीं है।',
  'This phone could not store it. Try again. Your text is still here.':
    'यह फ़ोन इसे रख नहीं सका। फिर कोशिश करें। आपका लिखा यहीं है।',
  'User name or password is not right.': 'यूज़र नेम या पासवर्ड सही नहीं है।',
  'Too many wrong attempts. Please wait and try again.': 'बहुत बार ग़लत डाला गया। कृपया रुककर फिर कोशिश करें।',
  'This account is not active. Ask your administrator.': 'यह अकाउंट चालू नहीं है। अपने एडमिन से पूछें।',
  'The server cannot be reached. The first sign-in on this device needs a network.':
    'सर्वर तक नहीं पहुँच पा रहे। इस डिवाइस पर पहले साइन इन के लिए नेटवर्क चाहिए।',
  'This browser does not keep data, so work could not be saved safely. Leave the private window.':
    'यह ब्राउज़र डेटा नहीं रखता, इसलिए काम सुरक्षित सेव नहीं होगा। प्राइवेट विंडो से बाहर आएँ।',
  'The storage of this phone is full. Make room: delete photos, videos or apps that you do not need, then try again. What you saved here is not lost.':
    'इस फ़ोन की स्टोरेज भर गई है। जगह बनाएँ: जो फ़ोटो, वीडियो या ऐप नहीं चाहिए उन्हें हटाएँ, फिर कोशिश करें। आपने यहाँ जो सेव किया वह सुरक्षित है।',
  'The storage of this phone is full, so the PIN cannot open it now. Use your password, then make room.':
    'इस फ़ोन की स्टोरेज भर गई है, इसलिए अभी PIN से नहीं खुलेगा। पासवर्ड डालें, फिर जगह बनाएँ।',
  'The answer was not a receipt for this record.': 'जवाब इस रिकॉर्ड की रसीद नहीं था।',
  'The record that this one follows was discarded by its agent.': 'यह रिकॉर्ड जिसके बाद का है, उसे उसके एजेंट ने हटा दिया।',
  'Sealed with an earlier password': 'पहले के पासवर्ड से बंद है',
  'Choose what happened': 'क्या हुआ, चुनें',
  'A photo is no longer on this phone. Take it again.': 'एक फ़ोटो अब इस फ़ोन पर नहीं है। फिर से लें।',
  'This record was already changed in another window. Open the ledger again.':
    'यह रिकॉर्ड दूसरी विंडो में पहले ही बदला जा चुका है। लेजर फिर से खोलें।',
  'The password does not open it. Nothing was changed.': 'इस पासवर्ड से नहीं खुलती। कुछ नहीं बदला।',
  'Everything you recorded is at the server. There is nothing to put into a file.':
    'आपने जो दर्ज किया सब सर्वर पर है। फ़ाइल में डालने को कुछ नहीं।',
  'This is not a file of saved records, or it was damaged. Nothing was changed.':
    'यह सेव किए रिकॉर्ड की फ़ाइल नहीं है, या ख़राब हो गई है। कुछ नहीं बदला।',
  'This file belongs to somebody else. Only the person who made it can take it back.':
    'यह फ़ाइल किसी और की है। जिसने बनाई वही इसे वापस ले सकता है।',
  'This phone could not store the records. Free some space and try again. Nothing was changed.':
    'यह फ़ोन रिकॉर्ड नहीं रख सका। कुछ जगह ख़ाली करके फिर कोशिश करें। कुछ नहीं बदला।',
  'This device': 'यह डिवाइस',
  'The server answered in a form this app does not know.': 'सर्वर का जवाब इस ऐप की समझ में नहीं आया।',
  'Another window is syncing.': 'दूसरी विंडो सिंक कर रही है।',
  'The list could not be stored on this phone.': 'सूची इस फ़ोन पर नहीं रखी जा सकी।',
  'A photo of this record is no longer on this phone. Add it again, or save without it.':
    'इस रिकॉर्ड की एक फ़ोटो अब इस फ़ोन पर नहीं है। फिर से जोड़ें, या इसके बिना सेव करें।',
  'Add the photo again': 'फ़ोटो फिर से जोड़ें',
  'A photo has not arrived whole yet. It is sent again by itself.': 'एक फ़ोटो अभी पूरी नहीं पहुँची। अपने आप फिर भेजी जाएगी।',
  'The PIN on this phone is erased. Sign in with your password.': 'इस फ़ोन का PIN मिट गया। पासवर्ड से साइन इन करें।',
  'Opened with your PIN. For new loans the server wants your password: sign out and in again when you have a network. What you save still goes out by itself.':
    'आपके PIN से खुला। नए लोन के लिए सर्वर को पासवर्ड चाहिए: नेटवर्क होने पर साइन आउट करके फिर साइन इन करें। जो आप सेव करेंगे वह फिर भी अपने आप जाएगा।',
  'This PIN is not right. One more try, then it is erased and your password is needed.':
    'यह PIN सही नहीं है। एक और कोशिश, फिर PIN मिट जाएगा और पासवर्ड चाहिए होगा।',
  '~This PIN is not right. {left} more tries, then it is erased and your password is needed.':
    'यह PIN सही नहीं है। {left} और कोशिशें, फिर PIN मिट जाएगा और पासवर्ड चाहिए होगा।',
  'The server has to confirm this. Sign in with your password while there is a network, then change it.':
    'इसे सर्वर को पक्का करना होगा। नेटवर्क रहते पासवर्ड से साइन इन करें, फिर बदलें।',
  'Sign in first.': 'पहले साइन इन करें।',
  'A PIN has six digits': 'PIN में छह अंक होते हैं',
  'This PIN is too easy to guess': 'यह PIN आसानी से पकड़ा जा सकता है',
  'PINs are switched off here': 'यहाँ PIN बंद हैं',
  'Started afresh on this phone. Unsent records are still delivered.':
    'इस फ़ोन पर नए सिरे से शुरू हुआ। जो रिकॉर्ड नहीं गए वे फिर भी पहुँचेंगे।',
  'This is not the password that was used on this phone before.': 'इस फ़ोन पर पहले यह पासवर्ड नहीं था।',
  'This device has been withdrawn.': 'यह डिवाइस वापस ले लिया गया है।',
  'The request could not be read.': 'अनुरोध पढ़ा नहीं जा सका।',
  'Choose a password of your own first.': 'पहले अपना पासवर्ड चुनें।',
  'Please sign in.': 'कृपया साइन इन करें।',
  'Your role does not allow this.': 'आपके रोल में इसकी अनुमति नहीं है।',
  'The request names another user than the one signed in.': 'अनुरोध में साइन इन किए यूज़र से अलग यूज़र का नाम है।',
  'This device has been withdrawn. Ask your supervisor.': 'यह डिवाइस वापस ले लिया गया है। अपने सुपरवाइज़र से पूछें।',
  'Not found.': 'नहीं मिला।',
  'This record was already received with other contents. Both were kept for review.':
    'यह रिकॉर्ड पहले ही अलग बातों के साथ मिल चुका है। दोनों जाँच के लिए रखे हैं।',
  'Somebody else was faster. Look at it again.': 'किसी और ने पहले कर दिया। इसे फिर से देखें।',
  'The upload stands at another byte. Ask where it stands and go on from there.':
    'अपलोड किसी और जगह रुका है। वहीं से आगे बढ़ेगा।',
  'This borrower may not be contacted now.': 'इस ग्राहक से अभी संपर्क नहीं कर सकते।',
  'The loan no longer takes this kind of record.': 'यह लोन अब इस तरह का रिकॉर्ड नहीं लेता।',
  'Something this record needs has not arrived yet.': 'इस रिकॉर्ड के लिए ज़रूरी कुछ अभी नहीं पहुँचा।',
  'This is no longer available.': 'यह अब उपलब्ध नहीं है।',
  'The request is too large.': 'अनुरोध बहुत बड़ा है।',
  'This kind of file is not accepted.': 'इस तरह की फ़ाइल नहीं ली जाती।',
  'Please check the marked fields.': 'कृपया निशान वाले फ़ील्ड देखें।',
  'The contents arrived damaged and must be sent again.': 'सामग्री ख़राब पहुँची और फिर भेजनी होगी।',
  'This record was made by a version of the app that is no longer accepted.':
    'यह रिकॉर्ड ऐप के ऐसे वर्ज़न से बना है जो अब नहीं चलता।',
  'Too many requests. Please wait a moment.': 'बहुत ज़्यादा अनुरोध। कृपया थोड़ा रुकें।',
  'Something went wrong on our side. Nothing was lost.': 'हमारी ओर से कुछ गड़बड़ हुई। कुछ नहीं खोया।',
  'The server is busy. Please try again shortly.': 'सर्वर व्यस्त है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'Enter the promised amount and date': 'वादे की रकम और तारीख़ डालें',
  'Enter what was collected': 'क्या वसूला, डालें',
  'Choose the next visit date': 'अगली विज़िट की तारीख़ चुनें',
  'Choose when to call back': 'कब कॉल करना है, चुनें',
  'Enter the reason': 'वजह डालें',
  'Choose until when': 'कब तक, चुनें',
  'Enter the new number': 'नया नंबर डालें',
  'Enter the amount': 'रकम डालें',
  'Enter the reference': 'रेफ़रेंस डालें',
  'Choose how far it goes: this record is of no number': 'चुनें कि कहाँ तक: इस रिकॉर्ड में कोई नंबर नहीं',
  'Add a photo or document as proof': 'सबूत के लिए फ़ोटो या दस्तावेज़ जोड़ें',
  'Describe what happened': 'क्या हुआ, लिखें',
  'Choose the language': 'भाषा चुनें',
  'Add a photo of the place': 'जगह की फ़ोटो जोड़ें',
  'The position is missing. Allow location, or say why there is none':
    'जगह दर्ज नहीं है। लोकेशन की अनुमति दें, या बताएँ कि क्यों नहीं है',
  'Choose where the visit was': 'विज़िट कहाँ हुई, चुनें',
  'This code belongs to another channel': 'यह कोड दूसरे चैनल का है',
  'Only the system sets this code': 'यह कोड सिर्फ़ सिस्टम लगाता है',
  'A payment that was made cannot be on a day to come': 'हो चुका भुगतान आने वाली तारीख़ का नहीं हो सकता',
  'A promise cannot be in the past': 'वादा बीती तारीख़ का नहीं हो सकता',
  '~A promise may be at most {maxPtpDays} days ahead': 'वादा ज़्यादा से ज़्यादा {maxPtpDays} दिन आगे का हो सकता है',
  'Enter the cheque number, bank and date': 'चेक नंबर, बैंक और तारीख़ डालें',
  'Enter the UTR or reference number': 'UTR या रेफ़रेंस नंबर डालें',
  'Choose today or a later day': 'आज या बाद का दिन चुनें',
  'Choose a day within 180 days': '180 दिनों के भीतर का दिन चुनें',
  '~{by} refused this record: {value}': '{by} ने यह रिकॉर्ड नहीं माना: {value}',
  '~{by} asks you to mend it: {value}': '{by} चाहते हैं कि आप इसे ठीक करें: {value}',
} satisfies Catalogue;
