/** To which addresses a tenant lets its reports be mailed. */

const DOMAIN = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** Lower case, without an @: `bank.example`. */
export const isMailDomain = (text: string): boolean => DOMAIN.test(text);

/** Whether an address is of one of the domains, a part of one (`mail.bank.example`) included; any is where none is set. */
export function mayBeMailed(address: string, domains: readonly string[]): boolean {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domains.length === 0 || domains.some((one) => domain === one || domain.endsWith(`.${one}`));
}
