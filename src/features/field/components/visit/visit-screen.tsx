import { useRef, useState } from 'react';
import type { FieldError } from '../../../../../core/contract/errors';
import { dayOf } from '../../../../../core/domain/dates';
import type { DispositionClass, DispositionCode } from '../../../../../core/domain/dispositions';
import { said, t } from '../../../../i18n';
import type { ListedLoan } from '../../../../offline/types';
import { AppBar, Banner, Button, Card, Heading, Icon, PageBody, Row, Stack, Text, useToast } from '../../../../ui';
import { useReadyEngine, useStore } from '../../../session';
import { saveVisit } from '../../commands';
import { useContactNow } from '../../loans/use-contact-now';
import { useMinute } from '../../queries';
import { type Block as BlockName, blockOf, changedBlocks, firstBlock } from '../../visit/field-of-error';
import { type Question, questionsFor } from '../../visit/questions';
import { unkeptPhotos } from '../../visit/unkept-photos';
import { codeOf, type VisitForm } from '../../visit/use-visit';
import { openedQuestions } from '../../visit/visit';
import { buildRecord } from '../../visit/visit-record';
import { StickyAction } from '../sticky-action';
import { type BlockProps, blockId, jumpTo } from './block';
import { OutcomePicker, outcomeIcon } from './outcome-picker';
import { PhotosBlock } from './photos-block';
import { PlaceBlock } from './place-block';
import { QuestionBlock } from './word-blocks';

const OFFER_WORDS: Record<Question, string> = {
  subCode: 'More exactly',
  claim: 'Paid already',
  instalments: 'Instalments',
  payment: 'Payment',
  ptp: 'Promise',
  amount: 'Amount',
  settlement: 'Raise a settlement',
  reference: 'Reference',
  personMet: 'Person met',
  reason: 'Reason',
  language: 'Language',
  until: 'Until when',
  callbackAt: 'Call back',
  nextVisitOn: 'Next visit',
  newAddress: 'New address',
  newPhone: 'New number',
  remarks: 'Remarks',
};

/** What must be said where a class brings a duty with it. */
const DUTIES: Partial<Record<DispositionClass, string>> = {
  THIRD_PARTY: 'Tell nobody but the borrower about the loan. Leave only your name and number.',
  SENSITIVE: 'Contact stops for this borrower until the day you choose.',
  DISPUTE: 'Contact stops until the dispute is resolved.',
  SAFETY: 'Leave first. Your manager is told as soon as this arrives.',
};

interface Props {
  loan: ListedLoan;
  codes: { codes: DispositionCode[]; policy: { maxPtpDays: number; zone: string } };
  form: VisitForm;
  title: string;
  back: string;
  onSaved: (recordId: string) => void;
}

export function VisitScreen({ loan, codes: { codes, policy }, form, title, back, onSaved }: Props) {
  const engine = useReadyEngine();
  const ledger = useStore(engine.ledger);
  const toast = useToast();
  const { visit, change, kept } = form;
  const now = useMinute();
  const today = dayOf(now, policy.zone);
  const code = codeOf(codes, visit);
  const [choosing, setChoosing] = useState(!code);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [trouble, setTrouble] = useState<{ title: string; message: string }>();
  const [saving, setSaving] = useState(false);
  const pressed = useRef(false);
  const first = useRef(visit);

  const sent = ledger.find((entry) => entry.id === visit.mends)?.problem ?? undefined;
  const setting = { loanNumber: loan.loanNumber, code, policy, demanded: form.demanded };
  const built = tried ? buildRecord(visit, { ...setting, now }) : undefined;
  // What the server said stands at a field until the agent changes that field.
  const changed = changedBlocks(first.current, visit);
  const errors = tried
    ? [...(built?.ok === false ? built.errors : []), ...refused]
    : (sent?.fields ?? []).filter(({ path }) => !changed.has(blockOf(path)));
  const asks = code && questionsFor(code, openedQuestions(visit.answers), form.demanded);
  const onScreen = (block: BlockName) =>
    ['code', 'attachments', 'place', 'gps'].includes(block) ||
    (asks?.asked.some((question) => (question === 'amount' ? 'amountPaise' : question) === block) ?? false);
  const homeless = errors.filter(({ path }) => {
    const block = blockOf(path);
    return !block || !onScreen(block);
  });
  const contact = useContactNow()(loan, now);

  const duty = code && DUTIES[code.class];

  const choose = (chosen: DispositionCode) => {
    change({ type: 'outcome', code: chosen, today });
    setChoosing(false);
    setTried(false);
    setRefused([]);
    requestAnimationFrame(() => {
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.getElementById(blockId('code'))?.focus({ preventScroll: true });
    });
  };
  const save = async () => {
    if (pressed.current) return;
    // What was taken is not left out without a word.
    if (unkeptPhotos(engine, visit.loanId).length > 0) {
      setTrouble({ title: t('A photo is not kept yet'), message: t('Keep it, or go on without it. Then save.') });
      jumpTo('attachments');
      return;
    }
    pressed.current = true;
    setTried(true);
    setRefused([]);
    setTrouble(undefined);
    setSaving(true);
    const ready = visit.gps || visit.gpsMissing ? visit : { ...visit, gpsMissing: 'timeout' as const };
    const goOn = form.hold();
    const result = await saveVisit(engine, ready, setting);
    pressed.current = false;
    setSaving(false);
    if (result.ok) {
      onSaved(result.recordId);
      return;
    }
    goOn();
    if ('title' in result) setTrouble(result);
    else {
      setRefused(result.errors.filter((error) => !blockOf(error.path)));
      const block = firstBlock(result.errors);
      if (block === 'code') setChoosing(true);
      // The words are on the screen one frame later.
      if (block) requestAnimationFrame(() => requestAnimationFrame(() => jumpTo(block)));
    }
  };
  const startOver = () => {
    const before = form.startOver();
    setChoosing(true);
    setTried(false);
    toast(t('Started over.'), {
      action: {
        label: t('Undo'),
        onClick: () => {
          change({ type: 'replaced', visit: before });
          setChoosing(before.answers.code === '');
        },
      },
    });
  };

  const props: BlockProps | undefined = code && { visit, change, errors, loan, code, today, policy };
  const block = (question: Question) =>
    props && (
      <QuestionBlock
        key={question}
        {...props}
        question={question}
        required={(asks?.required.has(question) || form.demanded.has(question)) ?? false}
      />
    );

  return (
    <>
      <AppBar title={title} back={back} backLabel={visit.mends ? t('Back to the ledger') : t('Back to the loan')} />
      <PageBody paddingBottom="4" gap="6">
        <div>
          <Text strong size="lead">
            <bdi>{loan.borrower.name}</bdi>
          </Text>
          <Text size="small" tone="muted">
            {loan.loanNumber}
          </Text>
          {/* A line of its own: words that wrap while somebody types would move the form under their finger. */}
          <Text size="small" tone="muted">
            {kept.state === 'kept'
              ? t('Draft kept on this phone')
              : t('Kept on this phone within a second as you type')}
          </Text>
        </div>

        {sent && (
          <Banner tone="danger" title={t('The server asks for a correction')}>
            {[said(sent.message), ...(tried ? [] : homeless.map((error) => said(error.message)))].join(' ')}
          </Banner>
        )}
        {form.restored && !visit.mends && (
          <Banner
            icon="edit"
            title={t('You had begun this visit')}
            action={
              <Button icon="sync" onClick={startOver}>
                {t('Start over')}
              </Button>
            }
          >
            {t('Everything you typed is here again.')}
          </Banner>
        )}
        {!form.ownsDraft && (
          <Banner tone="warn" title={t('Save this correction before you leave')}>
            {t('You have begun another visit for this borrower; its draft stays as it is.')}
          </Banner>
        )}
        {kept.state === 'failed' && (
          <Banner tone="warn" title={t('What you type is not being kept')}>
            {t('{problem} Do not close the app before you have saved.', { problem: said(kept.problem) })}
          </Banner>
        )}
        {!contact.allowed && choosing && (
          <Banner tone="warn" icon={contact.icon} title={contact.why}>
            {t('A visit that already happened is recorded with its time, as evidence.')}
          </Banner>
        )}

        {choosing || !code || !props || !asks ? (
          <OutcomePicker
            codes={codes}
            used={ledger.map((entry) => entry.code)}
            chosen={visit.answers.code}
            onChoose={choose}
            {...(code && { onKeep: () => setChoosing(false) })}
          />
        ) : (
          <>
            <Card padding="3">
              <Row apart>
                <Row tight gap="3" flex="1 1 9rem" id={blockId('code')} tabIndex={-1} outline="none">
                  <Icon name={outcomeIcon(code.class)} size="1.75rem" />
                  <Heading>{said(code.label)}</Heading>
                </Row>
                <Button flex="none" onClick={() => setChoosing(true)}>
                  {t('Change')}
                </Button>
              </Row>
            </Card>
            {duty && <Banner icon="info">{t(duty)}</Banner>}
            {asks.asked.filter((question) => question !== 'remarks').map(block)}
            <PhotosBlock {...props} proof={asks.proof} />
            <PlaceBlock {...props} positioning={form.positioning} lookForPosition={form.lookForPosition} />
            {block('remarks')}
            {asks.offered.length > 0 && (
              <Stack gap="2">
                <Heading as="h3" size="small">
                  {t('Add')}
                </Heading>
                <Row>
                  {asks.offered.map((question) => (
                    <Button
                      key={question}
                      icon="plus"
                      onClick={() => {
                        change({ type: 'open', question });
                        const opened = question === 'amount' ? 'amountPaise' : question;
                        requestAnimationFrame(() => requestAnimationFrame(() => jumpTo(opened)));
                      }}
                    >
                      {t(OFFER_WORDS[question])}
                    </Button>
                  ))}
                </Row>
              </Stack>
            )}
            {trouble && (
              <Banner tone="danger" title={trouble.title}>
                {said(trouble.message)}
              </Banner>
            )}
            {tried && homeless.length > 0 && (
              <Banner tone="danger" title={t('This cannot be saved yet')}>
                {homeless.map((error) => said(error.message)).join(' ')}
              </Banner>
            )}
            <StickyAction alone>
              {tried && errors.length > 0 && (
                <Text size="small" tone="danger" strong role="status">
                  {errors.length === 1
                    ? t('One answer is missing or wrong')
                    : t('{n} answers are missing or wrong', { n: errors.length })}
                </Text>
              )}
              <Button
                look="primary"
                icon="check"
                wide
                busy={saving}
                onClick={() => void save()}
                minHeight="3.5rem"
                fontSize="lead"
              >
                {visit.mends ? t('Save correction') : t('Save visit')}
              </Button>
            </StickyAction>
          </>
        )}
      </PageBody>
    </>
  );
}
