/** Settlement and foreclosure letters of a portfolio: listed, written with their variables, previewed, deleted. */
import { useRef, useState } from 'react';
import type { Letter } from '../../../../core/contract/portfolio-letters';
import { formatDateTime } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import {
  LETTER_KINDS,
  LETTER_VARIABLES,
  type LetterKind,
  letterProblems,
  REQUIRED_VARIABLES,
  sampleLetter,
} from '../../../../core/domain/letters/letter-template';
import { isLetterLanguage } from '../../../../core/domain/letters/letter-words';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import {
  Box,
  Button,
  Card,
  Field,
  Heading,
  Row,
  Select,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextArea,
  TextInput,
} from '../../../ui';
import { ConfirmDialog, FieldGrid, Modal, ProblemNote, SmallTable, useDraft } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { languageOptions } from '../portfolio-words';
import { type LetterBody, useDeleteLetter, useLetters, useSaveLetter } from '../queries';
import { LetterFactsDialog } from './letter-facts';

const kindWords = (): Record<LetterKind, string> => ({
  SR: t('Settlement (SR)'),
  AL: t('Approval (AL)'),
  NL: t('No dues (NL)'),
  FR: t('Foreclosure (FR)'),
});

export function LettersCard({ id, mayEdit, zone }: { id: string; mayEdit: boolean; zone: string }) {
  const letters = useLetters(id);
  const remove = useDeleteLetter(id);
  const [open, setOpen] = useState<Letter | 'new'>();
  const [deleting, setDeleting] = useState<Letter>();
  const [telling, setTelling] = useState(false);
  return (
    <Card flush>
      <Row apart paddingX="4" paddingY="3">
        <Heading>{t('Letters')}</Heading>
        {mayEdit && (
          <Row gap="2" tight>
            {letters.data && (
              <Button small onClick={() => setTelling(true)}>
                {t('What letters say of the lender')}
              </Button>
            )}
            <Button small icon="plus" onClick={() => setOpen('new')}>
              {t('Add a letter')}
            </Button>
          </Row>
        )}
      </Row>
      {letters.isError ? (
        <Box paddingX="4" paddingBottom="4">
          <ProblemNote
            problem={problemOf(letters.error)}
            action={
              <Button small onClick={() => void letters.refetch()}>
                {t('Try again')}
              </Button>
            }
          />
        </Box>
      ) : !letters.data ? (
        <Box padding="4">
          <Skeleton lines={2} />
        </Box>
      ) : letters.data.letters.length === 0 ? (
        <Text tone="muted" paddingX="4" paddingBottom="4">
          {t('No letter yet. Settlement and foreclosure letters are made from templates with variables.')}
        </Text>
      ) : (
        <SmallTable
          label={t('Letters')}
          rows={letters.data.letters}
          keyOf={(letter) => letter.id}
          columns={[
            { label: t('Name'), cell: ({ name }) => name },
            { label: t('Kind'), cell: ({ kind }) => kindWords()[kind] },
            { label: t('Language'), cell: ({ language }) => languageName(language) },
            { label: t('Saved'), cell: ({ savedAt }) => formatDateTime(savedAt, zone) },
            {
              label: t('Actions'),
              cell: (letter) => (
                <Row gap="1" tight>
                  <Button
                    small
                    look="plain"
                    aria-label={t('Open letter {name}', { name: letter.name })}
                    onClick={() => setOpen(letter)}
                  >
                    {mayEdit ? t('Edit') : t('Show')}
                  </Button>
                  {mayEdit && (
                    <Button
                      small
                      look="plain"
                      aria-label={t('Delete letter {name}', { name: letter.name })}
                      onClick={() => {
                        remove.reset();
                        setDeleting(letter);
                      }}
                    >
                      {t('Delete')}
                    </Button>
                  )}
                </Row>
              ),
            },
          ]}
        />
      )}
      {telling && letters.data && (
        <LetterFactsDialog id={id} facts={letters.data.facts} onClose={() => setTelling(false)} />
      )}
      {open && (
        <LetterDialog
          id={id}
          letter={open === 'new' ? undefined : open}
          mayEdit={mayEdit}
          onClose={() => setOpen(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('Delete the letter “{name}”?', { name: deleting.name })}
          confirm={t('Delete letter')}
          danger
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onConfirm={() =>
            remove.mutate(deleting.id, {
              onSuccess: () => {
                showToast(t('Letter deleted'), { tone: 'saved' });
                setDeleting(undefined);
              },
            })
          }
          onClose={() => setDeleting(undefined)}
        >
          {t('Letters that were already sent stay as they are.')}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function LetterDialog({
  id,
  letter,
  mayEdit,
  onClose,
}: {
  id: string;
  letter: Letter | undefined;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const save = useSaveLetter(id);
  const [newId] = useState(() => uuidv7());
  const initial: LetterBody = letter
    ? { kind: letter.kind, name: letter.name, language: letter.language, body: letter.body }
    : { kind: 'SR', name: '', language: 'en', body: '' };
  const draft = useDraft<LetterBody>(`portfolio.${id}.letter.${letter?.id ?? 'new'}`, initial);
  const { value } = draft;
  const [tried, setTried] = useState(false);
  const [preview, setPreview] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const change = (part: Partial<LetterBody>) => draft.set({ ...value, ...part });
  const problems = letterProblems(value.kind, value.body);
  const refused = fieldWords(save.error);
  const nameError = (tried && value.name.trim() === '' ? t('This Field Is Required') : undefined) ?? refused.name;

  const insert = (name: string) => {
    const at = text.current?.selectionStart ?? value.body.length;
    const end = text.current?.selectionEnd ?? at;
    change({ body: `${value.body.slice(0, at)}{{${name}}}${value.body.slice(end)}` });
    text.current?.focus();
  };
  const begin = async (kind: LetterKind, language: string) => {
    // Nine languages of it, which most visits do not need.
    const { standardBody } = await import('../../../../core/domain/letters/settlement-letter');
    if (kind !== 'FR' && isLetterLanguage(language)) change({ body: standardBody(kind, language) });
  };
  const store = () => {
    setTried(true);
    if (value.name.trim() === '' || problems.length > 0) return;
    save.mutate(
      { letterId: letter?.id ?? newId, version: letter?.version ?? 0, value: { ...value, name: value.name.trim() } },
      {
        onSuccess: () => {
          draft.discard();
          showToast(t('Letter saved'), { tone: 'saved' });
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      title={letter ? letter.name : t('New letter')}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? t('Back to the text') : t('Preview')}
          </Button>
          {mayEdit && (
            <Button look="primary" busy={save.isPending} onClick={store}>
              {t('Save letter')}
            </Button>
          )}
        </>
      }
    >
      {preview ? (
        <Box
          as="article"
          aria-label={t('Preview with a made-up loan')}
          whiteSpace="pre-wrap"
          padding="4"
          borderWidth="1px"
          borderStyle="solid"
          borderColor="line"
          borderRadius="card"
        >
          {sampleLetter(value.body) || t('Nothing is written yet.')}
        </Box>
      ) : (
        <Stack gap="4">
          {save.error && !refused.name && (
            <ProblemNote tone="danger" problem={failedWrite(save.error)} refused={Object.values(refused).join(' ')} />
          )}
          <FieldGrid>
            <Field label={t('Kind')}>
              <Select
                value={value.kind}
                onChange={(kind) => change({ kind })}
                options={LETTER_KINDS.map((one) => ({ value: one, label: kindWords()[one] }))}
              />
            </Field>
            <Field label={t('Name')} required error={nameError && said(nameError)}>
              <TextInput value={value.name} maxLength={120} onChange={(name) => change({ name })} />
            </Field>
            <Field label={t('Language')}>
              <Select
                value={value.language}
                onChange={(language) => change({ language })}
                options={languageOptions()}
              />
            </Field>
          </FieldGrid>
          <Field label={t('Insert a variable')}>
            <Select
              value=""
              placeholder={t('Choose')}
              onChange={insert}
              options={Object.entries(LETTER_VARIABLES).map(([name, { label }]) => ({
                value: name,
                label: `${t(label)}${(REQUIRED_VARIABLES[value.kind] as readonly string[]).includes(name) ? ' *' : ''}`,
              }))}
            />
          </Field>
          <Field
            label={t('Text of the letter')}
            required
            hint={t('Variables stand in double braces. Those with * the letter must hold.')}
            error={tried && problems[0] ? problems[0].message : undefined}
          >
            <TextArea
              ref={text}
              rows={14}
              value={value.body}
              maxLength={20_000}
              onChange={(body) => change({ body })}
            />
          </Field>
          {value.body === '' && value.kind !== 'FR' && isLetterLanguage(value.language) && (
            <Button small onClick={() => void begin(value.kind, value.language)}>
              {t('Begin with the standard text')}
            </Button>
          )}
          {problems.length > 0 && value.body !== '' && (
            <Box
              as="ul"
              aria-label={t('What is still wrong')}
              role="status"
              fontSize="small"
              color="muted"
              paddingInlineStart="5"
              listStyleType="disc"
            >
              {problems.slice(0, 12).map((problem) => (
                <li key={`${problem.kind}.${problem.name}`}>{problem.message}</li>
              ))}
            </Box>
          )}
        </Stack>
      )}
    </Modal>
  );
}
