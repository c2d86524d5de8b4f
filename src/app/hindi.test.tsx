/** The sign-in and the field's screens in Hindi: nothing of them stays English but data and the trade's abbreviations. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../core/domain/dates';
import FieldLoginPage from '../features/auth/pages/field-login-page';
import { type TestPhone, testPhone } from '../features/field/test-phone';
import { type SignIn, SignInContext } from '../features/session';
import { speak } from '../i18n';
import hindi from '../i18n/hi.field';
import { loanOf } from '../offline/test-device';
import { paths } from '../routes';
import { UiProvider } from '../ui';

vi.stubGlobal('__APP_VERSION__', '1.0.0');
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};

const asha = loanOf(1, {
  borrower: { id: loanOf(1).id, name: 'आशा कुलकर्णी', language: 'mr', panMasked: null },
  ptp: { amountPaise: 380_000, dueOn: dayOf(Date.now()), status: 'open' },
});
const iqbal = loanOf(2, {});
let phone: TestPhone;
beforeAll(() => speak('hi', hindi));
afterAll(() => speak('en', {}));
beforeEach(async () => {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, get: () => undefined });
  phone = await testPhone([asha, iqbal]);
});
afterEach(() => phone.close());

/** Data of the loans, names, and what is written alike everywhere. */
const data = JSON.stringify([asha, iqbal]);
const ALIKE =
  /^(DPD|DRA|PTP|EMI|POS|TOS|RBI|PIN|PAN|UPI|UTR|MICR|PDF|NPA|SMA|GPS|KB|MB|GB|Cr|Recoup|Install|app|Add|to|Home|screen|Chrome|Linux|English|jsdom|browser|Darwin|node|js)$/;

/** Words in Latin letters on the screen, of texts and of names for screen readers, that are neither data nor alike. */
function english(): string[] {
  const said: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('style, script')) said.push(node.textContent ?? '');
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) said.push(element.getAttribute(name) ?? '');
  const words = said.flatMap((text) => text.match(/[A-Za-z][A-Za-z’']{2,}/g) ?? []);
  return [...new Set(words)].filter(
    (word) => !ALIKE.test(word) && !data.includes(word) && !/^(ravi|agent|tenant)$/i.test(word),
  );
}

describe('in Hindi', () => {
  it('the sign-in', async () => {
    const signIn: SignIn = {
      phase: 'ready',
      problem: null,
      retry: () => {},
      demo: [],
      known: [],
      ended: 'You were signed out in another tab.',
      wasField: true,
      signIn: async () => undefined,
      enter: async () => {},
      vault: () => Promise.reject(new Error('none')),
    };
    cleanup();
    render(
      <UiProvider>
        <MemoryRouter>
          <SignInContext value={signIn}>
            <FieldLoginPage />
          </SignInContext>
        </MemoryRouter>
      </UiProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'साइन इन करें' }));
    expect(await screen.findByText('अपना पासवर्ड डालें')).toBeTruthy();
    expect(screen.getByText('दूसरे टैब में आपको साइन आउट किया गया।')).toBeTruthy();
    expect(english()).toEqual([]);
  });

  it.each<[name: string, address: string, shows: string]>([
    ['the day', paths.home(), 'विज़िट करनी है'],
    ['the list', paths.fieldLoans(), '2 लोन · ₹'],
    ['a loan', paths.fieldLoan(asha.id), 'ग्राहक और लोन'],
    ['the form', paths.fieldVisit(asha.id), 'क्या हुआ?'],
    ['the ledger', paths.fieldLedger(), 'अभी कोई रिकॉर्ड नहीं'],
    ['the own page', paths.fieldMe(), 'साइन आउट'],
  ])('%s', async (_, address, shows) => {
    phone.open(address);
    await waitFor(() => expect(document.body.textContent).toContain(shows), { timeout: 5000 });
    expect(english()).toEqual([]);
  });

  it('what blocks saving stands at its field', async () => {
    phone.open(paths.fieldVisit(asha.id));
    fireEvent.click(await screen.findByRole('button', { name: 'आंशिक वसूली' }));
    fireEvent.click(await screen.findByRole('button', { name: 'विज़िट सेव करें' }));
    expect((await screen.findAllByText('क्या वसूला, डालें')).length).toBeGreaterThan(0);
    expect(english()).toEqual([]);
  });
});
