import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { maskMobile } from '../../../../core/domain/masking';
import { useDialer } from '../../../dialer';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, chakra, Heading, Icon, Money, Row, Stack, Text } from '../../../ui';
import { useShortcuts } from '../../../ui/kit';
import { useLoanBehind } from '../call-queries';

const Card = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    top: { base: '7rem', md: '6.5rem' },
    insetInlineStart: '50%',
    transform: 'translateX(-50%)',
    width: 'min(26rem, calc(100vw - 1.5rem))',
    padding: '4',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'accent',
    boxShadow: 'card',
  },
});

/**
 * An incoming predictive call: a popup with 'Go to loan' (specification 2.5). It never covers what is being written. Whose loan
 * it is comes with the look-up that the screen behind it shows, asked for as soon as the call is offered.
 */
export function PredictivePop() {
  const dialer = useDialer();
  const go = useNavigate();
  const { pathname } = useLocation();
  const [put, setPut] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const call = dialer?.view.call;
  const shown =
    call && call.mode !== 'manual' && !call.ended && call.callId !== put && pathname !== deskPaths.predictiveCall()
      ? call
      : undefined;
  const callId = shown?.callId;
  const found = useLoanBehind(shown ?? null);
  const loan = found.data?.loan;
  useEffect(() => {
    if (!callId) return;
    // Enter goes to the loan, unless the focus would be taken from somebody who types.
    const at = document.activeElement;
    if (!(at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable]')))
      button.current?.focus();
  }, [callId]);
  const open = () => void go(deskPaths.predictiveCall());
  useShortcuts(shown ? [{ keys: '$mod+j', label: t('Go to loan'), run: open, whileTyping: true }] : []);
  if (!shown) return null;
  return (
    <Card role="alertdialog" aria-label={t('Incoming predictive call')}>
      <Stack gap="3">
        <Row gap="2">
          <Icon name="phone" />
          <Heading as="h2">{t('Incoming predictive call')}</Heading>
        </Row>
        <Text>
          {maskMobile(shown.number)}
          {shown.loanNumber && ` · ${shown.loanNumber}`}
          {found.data?.process && ` · ${found.data.process}`}
        </Text>
        <Text tone={loan ? undefined : 'muted'}>
          {loan && (
            <>
              <strong data-behind>{loan.borrower.name}</strong> · {loan.bucket} · <Money paise={loan.overduePaise} />
            </>
          )}
          {found.data && !loan && t('No loan of yours has this number')}
          {found.isPending && t('Looking for the loan…')}
          {found.isError && t('The loan could not be looked up yet')}
        </Text>
        <Row gap="2">
          <Button ref={button} look="primary" onClick={open}>
            {t('Go to loan')}
          </Button>
          <Button onClick={() => setPut(shown.callId)}>{t('Not now')}</Button>
        </Row>
      </Stack>
    </Card>
  );
}
