/** The page of a borrower's own offer: plain HTML in their language, no script, and nothing of theirs before a code was entered. */
import { type Day, formatDay } from '../../../core/domain/dates';
import { LETTER_LANGUAGES, LETTER_WORDS, type LetterLanguage } from '../../../core/domain/letters/letter-words';
import { OFFER_WORDS, type OfferWords } from '../../../core/domain/letters/offer-words';
import { STANDING } from '../../../core/domain/letters/settlement-letter';
import { formatRupees } from '../../../core/domain/money';
import { type Asked, WISH_HOURS, WISH_PLACES } from '../../../core/domain/settlements/borrower-wishes';
import type { Instalment } from '../../../core/domain/settlements/offer';
import { escaped, publicPage } from '../../platform/public-page';
import type { OfferLink, Speaker } from './offer-links';

const muted = (text: string) => `<p class="muted">${escaped(text)}</p>`;
/** Fields of forms are JSON; a code of six digits is that by itself. */
const json = (value: string | null) => escaped(JSON.stringify(value));
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${json(value)}">`;
const form = (fields: Record<string, string>, inside: string, look = '') =>
  `<form method="post" enctype="multipart/form-data"${look}>${Object.entries(fields)
    .map(([name, value]) => hidden(name, value))
    .join('')}${inside}</form>`;
const rowsOf = (rows: readonly (readonly [string, string])[]) =>
  `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;

const languages = (chosen: LetterLanguage, fields: Record<string, string>) =>
  form(
    { ...fields, do: 'see' },
    LETTER_LANGUAGES.filter((one) => one !== chosen)
      .map((one) => `<button name="lang" value="${json(one)}" lang="${one}">${OFFER_WORDS[one].name}</button>`)
      .join(''),
    ' class="few"',
  );

export type Told = 'codeSent' | 'wrongCode' | 'noCode';

/** Before a code was entered: the same for every offer. */
export function closedOfferPage(language: LetterLanguage, told?: Told): string {
  const words = OFFER_WORDS[language];
  const asking = form({ do: 'code', lang: language }, `<button>${escaped(words.getCode)}</button>`);
  const entering = form(
    { do: 'open', lang: language },
    `<label>${escaped(words.code)} <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[1-9][0-9]{5}" maxlength="6" required></label>
<button>${escaped(words.open)}</button>`,
  );
  const entered = told === 'codeSent' || told === 'wrongCode';
  return publicPage(
    words.title,
    `<h1>${escaped(words.title)}</h1>
${told ? `<p role="status"><b>${escaped(words[told])}</b></p>` : muted(words.intro)}
${entered ? entering : ''}${asking}${languages(language, {})}`,
    language,
  );
}

export interface OfferShown {
  language: LetterLanguage;
  grant: string;
  link: OfferLink;
  speakers: readonly Speaker[];
  instalments: readonly Instalment[];
  wishes: Asked;
  grievance: string | null;
  today: Day;
  told?: 'accepted' | 'saved' | undefined;
}

const certificate = (words: OfferWords, until: Day | null, today: Day) =>
  until && until >= today ? words.certificate.replace('{day}', formatDay(until)) : words.noCertificate;

function speakersPart(words: OfferWords, { speakers, link, today, grievance, language }: OfferShown): string {
  const each = speakers.map(
    ({
      name,
      agency,
      certified_until,
    }) => `<p><b>${escaped(name)}</b>${agency ? `<br>${escaped(`${words.agency}: ${agency}`)}` : ''}<br>
${escaped(words.authorised.replace('{lender}', link.lender))}<br><span class="muted">${escaped(certificate(words, certified_until, today))}</span></p>`,
  );
  return `<section><h2>${escaped(words.who)}</h2>${each.join('') || `<p><b>${escaped(words.nobody)}</b></p>`}
${grievance ? muted(`${STANDING[language].labels.grievance}: ${grievance}`) : ''}</section>`;
}

const choice = (
  [name, label, none]: readonly [string, string, string],
  options: readonly (readonly [string, string])[],
  chosen: string | null,
) =>
  `<select name="${name}" aria-label="${escaped(label)}"><option value="null">${escaped(none)}</option>${options
    .map(
      ([value, label]) =>
        `<option value="${json(value)}"${value === chosen ? ' selected' : ''}>${escaped(label)}</option>`,
    )
    .join('')}</select>`;

function wishesPart(words: OfferWords, { wishes, grant, language }: OfferShown): string {
  const hours = WISH_HOURS.map((hour) => [hour, hour] as const);
  const spoken = LETTER_LANGUAGES.map(
    (one) =>
      `<option value="${json(one)}"${one === wishes.language ? ' selected' : ''}>${OFFER_WORDS[one].name}</option>`,
  );
  return `<section><h2>${escaped(words.wishes)}</h2>${form(
    { do: 'ask', lang: language, grant },
    `<span>${escaped(words.between)}</span><span class="pair">${choice(['from', words.between, words.anyTime], hours, wishes.from)}${choice(['to', words.between, words.anyTime], hours, wishes.to)}</span>
<span>${escaped(words.notAt)}</span>${choice(
      ['notAt', words.notAt, words.anywhere],
      WISH_PLACES.map((one) => [one, words.places[one]] as const),
      wishes.notAt,
    )}
<label>${escaped(words.language)} <select name="language">${
      // Who saves hours does not change a language that is none of these by it.
      wishes.language === null ? `<option value="null">${escaped(words.anywhere)}</option>` : ''
    }${spoken.join('')}</select></label>
<button>${escaped(words.save)}</button>`,
  )}</section>`;
}

/** After a code was entered. */
export function offerShownPage(shown: OfferShown): string {
  const { language, grant, link, instalments, told } = shown;
  const words = OFFER_WORDS[language];
  const { heads, clauses } = STANDING[language];
  const letter = LETTER_WORDS[language];
  const last = link.loan_number.replace(/[^A-Za-z0-9]/g, '').slice(-4);
  const accepted = link.stage !== 'letter-out';
  return publicPage(
    words.title,
    `<h1>${escaped(words.title)}</h1>
${told ? `<p role="status"><b>${escaped(words[told])}</b></p>` : ''}
<p class="muted">${escaped(link.lender)}<br>${escaped(link.borrower)}<br>${escaped(words.loanEnding.replace('{last}', last))}<br>${escaped(`${letter.reference} ${link.number}`)}</p>
<p class="amount">${escaped(formatRupees(link.payable_paise))}</p>
${rowsOf([
  [heads.total, formatRupees(link.outstanding_paise)],
  [heads.waived, formatRupees(link.waived_paise)],
  [heads.payable, formatRupees(link.payable_paise)],
  [words.validTill, formatDay(link.valid_till)],
])}
<section><h2>${escaped(letter.schedule)}</h2>${rowsOf(
      instalments.map(({ dueOn, amount }) => [formatDay(dueOn), formatRupees(amount)] as const),
    )}</section>
${muted(clauses.full_and_final)}${muted(clauses.lapse_clause)}
${
  accepted
    ? told === 'accepted'
      ? ''
      : `<p><b>${escaped(words.accepted)}</b></p>`
    : form({ do: 'accept', lang: language, grant }, `<button>${escaped(words.accept)}</button>`)
}
${speakersPart(words, shown)}${wishesPart(words, shown)}${languages(language, { grant })}`,
    language,
  );
}

const OVER = {
  unknown: ['There is no such page', 'Check the address in your letter or message. It has to be complete.'],
  busy: ['Too many attempts', 'Please wait a minute and try again.'],
} as const;

export function noOfferPage(why: keyof typeof OVER | LetterLanguage): string {
  if (why !== 'unknown' && why !== 'busy') {
    const { title, closed } = OFFER_WORDS[why];
    return publicPage(title, `<h1>${escaped(title)}</h1>${muted(closed)}`, why);
  }
  const [title, text] = OVER[why];
  return publicPage(title, `<h1>${title}</h1>${muted(text)}`);
}
