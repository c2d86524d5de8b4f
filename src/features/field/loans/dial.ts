/** Starts a call with the phone's own dialler; the attempt is noted first, and the server asked where there is one. */
import { said, t } from '../../../i18n';
import { phoneContact } from '../../../offline/contact-facts';
import type { ListedLoan, OfflineEngine } from '../../../offline/types';
import { showToast } from '../../../ui';

let asking = false;

export async function dial(
  engine: OfflineEngine,
  loan: ListedLoan,
  phone: ListedLoan['phones'][number],
): Promise<void> {
  // A second tap while the server is asked is the same call.
  if (asking) return;
  asking = true;
  try {
    const answer = await (await phoneContact(engine)).startCall(loan.id, phone.id);
    if (answer) showToast(said(answer.refused), { tone: 'problem' });
    else location.href = `tel:${phone.number}`;
  } catch {
    showToast(t('The call could not be noted on this phone, so it was not started.'), { tone: 'problem' });
  } finally {
    asking = false;
  }
}
