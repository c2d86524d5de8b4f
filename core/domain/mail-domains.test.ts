import { expect, test } from 'vitest';
import { isMailDomain, mayBeMailed } from './mail-domains';

test.each([
  ['bank.example', true],
  ['mail.bank.co.in', true],
  ['bank', false],
  ['@bank.example', false],
  ['Bank.example', false],
  ['bank..example', false],
  ['-bank.example', false],
  ['bank.example\nBcc: a@b.c', false],
  ['', false],
])('%j is a domain: %s', (text, is) => {
  expect(isMailDomain(text)).toBe(is);
});

test.each<[string, string[], boolean]>([
  ['asha@anything.example', [], true],
  ['asha@bank.example', ['bank.example'], true],
  ['Asha@BANK.Example ', ['bank.example'], true],
  ['asha@mail.bank.example', ['bank.example'], true],
  ['asha@notbank.example', ['bank.example'], false],
  ['asha@bank.example.evil.example', ['bank.example'], false],
  ['"asha@bank.example"@evil.example', ['bank.example'], false],
  ['asha@evil.example', ['bank.example', 'agency.example'], false],
])('%s under %j: %s', (address, domains, may) => {
  expect(mayBeMailed(address, domains)).toBe(may);
});
