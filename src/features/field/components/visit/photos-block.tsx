import { useEffect, useRef, useState } from 'react';
import { ATTACHMENT_KINDS, type AttachmentRef, MAX_ATTACHMENTS } from '../../../../../core/contract/records';
import { said, t, tn } from '../../../../i18n';
import { StorageError } from '../../../../offline';
import type { CapturedFile } from '../../../../offline/types';
import { Banner, Button, ChipChoice, chakra, Field, Icon, Row, Select, Stack, Text } from '../../../../ui';
import { useReadyEngine } from '../../../session';
import { captureFile } from '../../visit/capture';
import { wordsFor } from '../../visit/field-of-error';
import { photoKindFor } from '../../visit/questions';
import { holdPhotos, unkeptPhotos, useUnkeptPhotos } from '../../visit/unkept-photos';
import { Block, type BlockProps, binder } from './block';
import { FullPhone } from './full-phone';

const KIND_WORDS: Record<(typeof ATTACHMENT_KINDS)[number], string> = {
  premises: 'The place',
  receipt: 'Receipt',
  document: 'Document',
  screenshot: 'Screenshot',
  asset: 'Asset',
};
const kindOptions = () => ATTACHMENT_KINDS.map((value) => ({ value, label: t(KIND_WORDS[value]) }));

const WHY_NONE = [
  { value: 'unsafe', label: 'It was not safe' },
  { value: 'denied', label: 'They did not allow it' },
  { value: 'no-camera', label: 'The camera does not work' },
] as const;
/** Offered only where it is so. */
const NO_SPACE = { value: 'no-space', label: 'The phone is full' } as const;

const Pick = chakra('label', {
  base: {
    position: 'relative',
    flex: '1 1 7rem',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: '3.5rem',
    paddingInline: '3',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    fontWeight: 'bold',
    lineHeight: 1.2,
    cursor: 'pointer',
    overflow: 'hidden',
    '&:has(:focus-visible)': { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
    '& input': { position: 'absolute', inset: '0', opacity: 0, cursor: 'pointer', fontSize: '0' },
  },
  variants: {
    first: { true: { background: 'accent-soft', color: 'accent-ink', borderColor: 'accent-ink', flex: '1.4 1 9rem' } },
  },
});
const Thumbs = chakra('ul', {
  base: { listStyle: 'none', display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))', gap: '3' },
});
const Picture = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '4 / 3',
    borderRadius: 'small',
    background: 'sunken',
    overflow: 'hidden',
    display: 'grid',
    placeItems: 'center',
    color: 'muted',
    '& img': { width: 'full', height: 'full', objectFit: 'cover' },
  },
});

function Thumb({ file, change }: { file: AttachmentRef; change: BlockProps['change'] }) {
  const engine = useReadyEngine();
  const [address, setAddress] = useState<string>();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    let left = false;
    engine.readFile(file.sha256).then(
      (blob) => {
        if (left) return;
        if (!blob) setLost(true);
        else if (file.mime !== 'application/pdf') {
          made = URL.createObjectURL(blob);
          setAddress(made);
        }
      },
      () => setLost(true),
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [engine, file.sha256, file.mime]);
  const name = file.name ?? t(KIND_WORDS[file.kind]);
  return (
    <li>
      <Stack gap="2">
        <Picture>
          {address ? <img src={address} alt={name} /> : <Icon name={lost ? 'alert' : 'image'} size="2rem" />}
        </Picture>
        {file.mime === 'application/pdf' && (
          <Text size="small" truncate>
            {name}
          </Text>
        )}
        {lost && (
          <Text size="small" tone="danger">
            {t('This file is no longer on the phone. Remove it and take it again.')}
          </Text>
        )}
        <Select
          aria-label={t('What {name} shows', { name })}
          value={file.kind}
          onChange={(kind) => change({ type: 'file-kind', sha256: file.sha256, kind })}
          options={kindOptions()}
        />
        <Button
          icon="trash"
          aria-label={t('Remove {name}', { name })}
          onClick={() => change({ type: 'file-removed', sha256: file.sha256 })}
        >
          {t('Remove')}
        </Button>
      </Stack>
    </li>
  );
}

/** Photos and documents: taken or picked, made small, kept on the phone before the visit is saved. */
export function PhotosBlock(props: BlockProps & { proof: boolean }) {
  const { visit, change, errors, code, proof } = props;
  const engine = useReadyEngine();
  const [working, setWorking] = useState(0);
  const [problem, setProblem] = useState<string>();
  const unkept = useUnkeptPhotos(engine, visit.loanId);
  /** It is room that was missing, nothing else. */
  const [noSpace, setNoSpace] = useState(false);
  // Nobody who was threatened is asked to go back for a picture: the reasons stand open.
  const [whyNone, setWhyNone] = useState(visit.answers.photoMissing !== '' || code.class === 'SAFETY');
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const keep = async (captured: CapturedFile) => {
    const waiting = () => unkeptPhotos(engine, visit.loanId);
    try {
      const { ref } = await engine.keepFile(captured);
      change({ type: 'file-added', file: ref });
      holdPhotos(
        engine,
        visit.loanId,
        waiting().filter((one) => one !== captured),
      );
    } catch (error) {
      // The phone is full: the picture stays here until there is room, or the app is closed.
      if (!waiting().includes(captured)) holdPhotos(engine, visit.loanId, [...waiting(), captured]);
      setNoSpace(error instanceof StorageError && error.reason === 'storage-full');
      setProblem(error instanceof Error ? said(error.message) : String(error));
    }
  };
  const take = async (files: FileList | null) => {
    const room = MAX_ATTACHMENTS - visit.files.length;
    const picked = [...(files ?? [])];
    setProblem(
      picked.length > room
        ? t('A visit holds {max} files; {n} were left out.', { max: MAX_ATTACHMENTS, n: picked.length - room })
        : undefined,
    );
    for (const file of picked.slice(0, room)) {
      setWorking((count) => count + 1);
      try {
        await keep(await captureFile(file, photoKindFor(code, visit.files.length)));
      } catch (error) {
        if (mounted.current) setProblem(error instanceof Error ? said(error.message) : String(error));
      } finally {
        setWorking((count) => count - 1);
      }
    }
  };
  const again = async () => {
    setProblem(undefined);
    for (const captured of unkeptPhotos(engine, visit.loanId)) await keep(captured);
    return unkeptPhotos(engine, visit.loanId).length;
  };
  const goWithout = () => {
    holdPhotos(engine, visit.loanId, []);
    setProblem(undefined);
    if (visit.files.length > 0) return;
    setWhyNone(true);
    if (noSpace) binder(props)('photoMissing').onChange(NO_SPACE.value);
  };
  const whys = visit.answers.photoMissing === NO_SPACE.value ? [...WHY_NONE, NO_SPACE] : WHY_NONE;
  const picker = (more: { capture?: 'environment'; accept: string; multiple?: boolean }) => (
    <input
      type="file"
      {...more}
      onChange={(event) => {
        const input = event.currentTarget;
        void take(input.files).finally(() => {
          // The same photo may be picked again after it was removed.
          input.value = '';
        });
      }}
    />
  );
  const full = visit.files.length >= MAX_ATTACHMENTS;

  return (
    <Block name="attachments">
      <Field
        label={
          proof
            ? t('Photo or document as proof')
            : code.class === 'DISPUTE'
              ? t('Photo of the place, then what they have to show')
              : t('Photo of the place')
        }
        hint={t('Of the place or the paper, never of the borrower')}
        group
        required
        error={wordsFor(errors, 'attachments')}
      >
        <Stack gap="3">
          {visit.files.length > 0 && (
            <Thumbs>
              {visit.files.map((file) => (
                <Thumb key={file.sha256} file={file} change={change} />
              ))}
            </Thumbs>
          )}
          {!full && (
            <Row>
              <Pick first={visit.files.length === 0}>
                <Icon name="camera" />
                {visit.files.length ? t('Add photo') : t('Take photo')}
                {picker({ accept: 'image/*', capture: 'environment' })}
              </Pick>
              <Pick>
                <Icon name="image" />
                {t('Choose')}
                {picker({ accept: 'image/*,application/pdf', multiple: true })}
              </Pick>
            </Row>
          )}
          {working > 0 && (
            <Text size="small" tone="muted" role="status">
              {tn(working, 'Making the photo small and keeping it…', 'Making {n} files small and keeping them…')}
            </Text>
          )}
          {unkept.length > 0 ? (
            <FullPhone
              unkept={unkept.length}
              problem={problem ?? t('Everything you typed is here. Make room, then keep it.')}
              loanId={visit.loanId}
              files={visit.files.map(({ sha256 }) => sha256)}
              keepNow={again}
              {...((visit.files.length > 0 || !proof) && { goWithout })}
            />
          ) : (
            problem && <Banner tone="danger">{problem}</Banner>
          )}
          {visit.files.length === 0 && !whyNone && (
            <Stack gap="1">
              {/* A refused camera is the file picker's own affair: no browser tells the page of it. */}
              <Text size="small" tone="muted">
                {t(
                  'No camera opens? Allow it for the browser in the phone settings, or take the photo with the camera app and press “Choose”. What you typed stays.',
                )}
              </Text>
              <Row>
                <Button look="plain" onClick={() => setWhyNone(true)}>
                  {t('No photo possible?')}
                </Button>
              </Row>
            </Stack>
          )}
          {visit.files.length === 0 && whyNone && (
            <Stack gap="2">
              <Text size="small">{t('Why is there no photo?')}</Text>
              <ChipChoice
                label={t('Why there is no photo')}
                value={whys.find(({ value }) => value === visit.answers.photoMissing)?.value}
                onChange={binder(props)('photoMissing').onChange}
                options={whys.map(({ value, label }) => ({ value, label: t(label) }))}
              />
              {proof && (
                <Text size="small" tone="muted">
                  {t('This outcome needs a proof all the same: a photo or a PDF can be chosen from the phone.')}
                </Text>
              )}
            </Stack>
          )}
        </Stack>
      </Field>
    </Block>
  );
}
