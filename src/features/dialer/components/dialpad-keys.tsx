import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loanByMobile } from '../../../../core/contract/dialer';
import { MOBILE } from '../../../../core/domain/validators/mobile';
import { OWN_WORDS, screenWords, useApi } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Banner, Button, chakra, Field, Stack, TextInput } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useDialerName } from '../call-queries';

const Keys = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '2' } });
const SIGNS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0'] as const;

/** The keys behind the button, in a chunk of their own. */
export default function Pad({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const go = useNavigate();
  const username = useDialerName();
  const [number, setNumber] = useState('');
  const find = useMutation({
    meta: OWN_WORDS,
    mutationFn: async (mobile: string) => (await api.call(loanByMobile, { query: { mobile, username } })).data.loan,
    onSuccess: (loan) => {
      if (!loan) return;
      onClose();
      void go(deskPaths.callManagement({ loanId: loan.id, loanNumber: loan.loanNumber }));
    },
  });
  const put = (next: string) => {
    find.reset();
    setNumber(next.replace(/\D/g, '').slice(0, 10));
  };
  const good = MOBILE.test(number);
  return (
    <Modal title={t('Dialpad')} size="small" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (good && !find.isPending) find.mutate(number);
        }}
      >
        <Stack gap="3">
          <Field label={t('Mobile number')} hint={t('It is called from its loan, which opens.')}>
            <TextInput value={number} onChange={put} type="tel" autoFocus maxLength={10} />
          </Field>
          <Keys>
            {SIGNS.map((sign) =>
              sign ? (
                <Button key={sign} onClick={() => put(number + sign)}>
                  {sign}
                </Button>
              ) : (
                <span key="none" />
              ),
            )}
            <Button
              aria-label={t('Take the last digit back')}
              disabled={!number}
              onClick={() => put(number.slice(0, -1))}
            >
              ⌫
            </Button>
          </Keys>
          {find.data === null && <Banner tone="warn" title={t('No loan of yours has this number')} />}
          {find.error && <Banner tone="danger" title={screenWords(find.error).title} />}
          <Button type="submit" look="primary" disabled={!good} busy={find.isPending}>
            {t('Open the loan')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
