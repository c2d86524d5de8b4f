import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../../ui';
import { type SignIn, SignInContext } from '../session';
import FieldLoginPage from './pages/field-login-page';
import LoginPage from './pages/login-page';

function show(Page: typeof LoginPage, given: Partial<SignIn> = {}) {
  const signIn = vi.fn<SignIn['signIn']>(async () => undefined);
  const value: SignIn = {
    phase: 'ready',
    problem: null,
    retry: () => {},
    demo: [],
    known: [],
    ended: null,
    wasField: false,
    signIn,
    enter: async () => {},
    vault: async () => {
      throw new Error('not asked for');
    },
    ...given,
  };
  render(
    <UiProvider>
      <MemoryRouter>
        <SignInContext value={value}>
          <Page />
        </SignInContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return { signIn: given.signIn ?? signIn };
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /^Sign(ing)? in$/ })));
const refused = (message: string, retryAt: number | null = null) =>
  vi.fn(async () => {
    throw Object.assign(new Error(message), { retryAt });
  });

afterEach(() => vi.useRealTimers());

describe.each([
  ['/login', LoginPage],
  ['/field-agent/login', FieldLoginPage],
])('%s', (_, Page) => {
  it('signs in with what was typed, and says that it is busy', async () => {
    const { signIn } = show(Page);
    type(/User name or email/, ' meera ');
    type(/^Password/, ' secret ');
    await press();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('meera', ' secret ');
    await press();
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  it('asks for what is missing before it sends anything', async () => {
    const { signIn } = show(Page);
    await press();
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter your user name or email',
      'Enter your password',
    ]);
    expect(signIn).not.toHaveBeenCalled();
  });

  it("shows the server's words and keeps what was typed", async () => {
    show(Page, { signIn: refused('User name or password is not right.') });
    type(/User name or email/, 'meera');
    type(/^Password/, 'wrong');
    await press();
    expect(screen.getByRole('alert').textContent).toBe('User name or password is not right.');
    expect(screen.getByLabelText(/User name or email/)).toHaveProperty('value', 'meera');
    expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'wrong');
  });

  it('counts down a pause and opens again when it is over', async () => {
    vi.useFakeTimers();
    show(Page, { signIn: refused('Too many wrong attempts. Please wait and try again.', Date.now() + 60_000) });
    type(/User name or email/, 'meera');
    type(/^Password/, 'wrong');
    await press();
    expect(screen.getByRole('alert').textContent).toContain('Try again in 60 s.');
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', true);
    act(() => vi.advanceTimersByTime(20_000));
    expect(screen.getByRole('alert').textContent).toContain('Try again in 40 s.');
    act(() => vi.advanceTimersByTime(41_000));
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false);
  });

  it('fills the form from a demo sign-in of its own kind', async () => {
    const { signIn } = show(Page, {
      demo: [
        { role: 'CRM_FIELDAGENT', username: 'asha.field', password: 'demo', path: '/field-agent/login' },
        { role: 'CRM_Manager', username: 'meera', password: 'demo', path: '/login' },
      ],
    });
    const [name, login, other] =
      Page === LoginPage ? ['Manager', 'meera', 'Field agent'] : ['Field agent', 'asha.field', 'Manager'];
    expect(await screen.findByText('Demo data')).toBeTruthy();
    expect(screen.queryByText(other)).toBeNull();
    fireEvent.click(screen.getByText(name));
    await press();
    expect(signIn).toHaveBeenCalledWith(login, 'demo');
  });

  it('shows the password when asked, and warns of Caps Lock', () => {
    show(Page);
    const input = screen.getByLabelText(/^Password/);
    expect(input).toHaveProperty('type', 'password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveProperty('type', 'text');
    fireEvent.keyDown(input, { key: 'A', modifierCapsLock: true });
    expect(document.body.textContent).toContain('Caps Lock is on.');
    fireEvent.keyUp(input, { key: 'A', modifierCapsLock: false });
    expect(document.body.textContent).not.toContain('Caps Lock is on.');
  });

  it('lets password managers fill it', () => {
    show(Page);
    expect(screen.getByLabelText(/User name or email/).getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText(/^Password/).getAttribute('autocomplete')).toBe('current-password');
  });

  it('says why the last session ended', () => {
    show(Page, { ended: 'You were signed out in another tab.' });
    expect(screen.getByText('You were signed out in another tab.')).toBeTruthy();
  });

  it('without a network says what still works; without a server ever reached, what to do', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const retry = vi.fn();
    show(Page, { phase: 'failed', problem: { title: 'Recoup cannot reach its server', todo: 'Check it.' }, retry });
    expect(screen.getByText('No network')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    online.mockRestore();
  });
});

const asha = { userId: '1', username: 'asha.field', lastSignInAt: 1, unsent: 0, pin: false, wantsPassword: false };

it.each([
  ['by the PIN that was set', { pin: true }, true, 'pin'],
  ['by the password where there is no PIN', { wantsPassword: true }, true, 'password'],
  ['after a logout by the password, which new loans need', { pin: true, wantsPassword: true }, true, 'password'],
  ['after a logout without a network by the PIN', { pin: true, wantsPassword: true }, false, 'pin'],
])('the field login opens %s', async (_, user, online, way) => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  show(FieldLoginPage, { known: [{ ...asha, ...user }] });
  const pad = () => screen.findByRole('group', { name: 'PIN of asha.field' });
  if (way === 'pin') {
    await pad();
    fireEvent.click(screen.getByRole('button', { name: 'Use the password' }));
    expect(screen.getByLabelText(/User name or email/)).toHaveProperty('value', 'asha.field');
  } else {
    expect(screen.getByLabelText(/^Password/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use the PIN' }) !== null).toBe('pin' in user);
  }
  if ('pin' in user) {
    fireEvent.click(screen.getByRole('button', { name: 'Use the PIN' }));
    await pad();
  }
  network.mockRestore();
});

it('the field login shows who was here before, with what they have not sent', async () => {
  show(FieldLoginPage, { known: [{ ...asha, unsent: 3 }] });
  fireEvent.click(await screen.findByRole('button', { name: /asha.field/ }));
  expect(screen.getByLabelText(/User name or email/)).toHaveProperty('value', 'asha.field');
  expect(screen.getByText('3 unsent')).toBeTruthy();
});

it.each([
  [3, 1],
  [0, 0],
])(
  'a locked phone with %d unsent records wakes its service worker, at once and when the network is back',
  async (unsent, wakes) => {
    const postMessage = vi.fn();
    vi.stubGlobal('navigator', {
      ...navigator,
      serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) },
    });
    show(FieldLoginPage, { known: [{ ...asha, unsent }] });
    await screen.findByText('asha.field');
    await vi.waitFor(() => expect(postMessage).toHaveBeenCalledTimes(wakes));
    await act(async () => dispatchEvent(new Event('online')));
    expect(postMessage.mock.calls).toEqual(Array.from({ length: wakes * 2 }, () => [{ type: 'DRAIN' }]));
    vi.unstubAllGlobals();
  },
);
