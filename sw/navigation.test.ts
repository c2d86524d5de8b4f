import { describe, expect, it } from 'vitest';
import { isAppNavigation } from './navigation';

const ORIGIN = 'https://recoup.example';
const navigation = { mode: 'navigate', method: 'GET' } as const;

describe('a navigation gets the shell', () => {
  const cases: [path: string, shell: boolean][] = [
    ['/', true],
    ['/?source=pwa', true],
    ['/index.html', true],
    ['/field-agent/loan/edit?loanId=1', true],
    ['/TenantOnboarding/TenantOnboarding', true],
    ['/attendance/0190.7', true],
    ['/reports', true],
    ['/dialer-anything', true],
    ['/config.json', false],
    ['/api/v2/attachments/aa/file', false],
    ['/reporting/case-histories', false],
    ['/dialer/auth/login', false],
    ['/docs', false],
    ['/docs/', false],
    ['/health', false],
    ['/pay/0Ab', false],
    ['/letters/0Ab', false],
    ['/payees', true],
    ['/icons/icon-192.png', false],
    ['/robots.txt', false],
  ];
  it.each(cases)('%s: %s', (path, shell) => {
    expect(isAppNavigation(navigation, new URL(path, ORIGIN), ORIGIN)).toBe(shell);
  });

  it('never for what is not a navigation, not a GET, or another site', () => {
    const home = new URL('/', ORIGIN);
    expect(isAppNavigation({ mode: 'cors', method: 'GET' }, home, ORIGIN)).toBe(false);
    expect(isAppNavigation({ mode: 'navigate', method: 'POST' }, home, ORIGIN)).toBe(false);
    expect(isAppNavigation(navigation, new URL('https://elsewhere.example/'), ORIGIN)).toBe(false);
  });
});
