/**
 * A form that is put together from an endpoint: the kinds of its fields, what they must be and what the server is sent
 * come from its body; a screen says in a row what differs. Stands in a page, a panel or a dialog.
 */
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { Endpoint } from '../../../core/contract/kit';
import { t } from '../../i18n';
import { Button, Card, Row, Stack } from '../../ui';
import { DraftNote, FieldGrid, FormPart, Modal, ProblemNote, RecordForm, SaveKeys } from '../../ui/kit';
import { useZone } from '../session';
import { FormField } from './form-field';
import type { FormSection } from './form-row';
import { StepHead } from './form-steps';
import { type EntityFormState, type Files, type FormOf, useEntityForm } from './use-entity-form';

// Seldom are two people at one record.
const Conflict = lazy(() => import('./conflict'));

export interface EntityFormProps<E extends Endpoint, Values extends object, Found extends Endpoint>
  extends FormOf<E, Values, Found> {
  /** Of the form; the title of a dialog. */
  label: string;
  at: 'page' | 'panel' | 'dialog';
  /** The words of the button that sends it. */
  send: string | ((values: Values) => string);
  danger?: true;
  /** What then was not done. */
  failed?: string;
  /** Above the fields. */
  above?: ReactNode;
  /** Below them. */
  below?: ReactNode | ((values: Values) => ReactNode);
  /** Beside the button that sends it. */
  beside?: ReactNode | ((values: Values, send: () => Promise<unknown>) => ReactNode);
  /** What comes after storing goes on. */
  busy?: boolean;
  /** Nothing can be sent yet. */
  unready?: (values: Values, files: Files) => boolean;
  /** Of a dialog. */
  size?: 'small' | 'medium' | 'large';
  /** Of a dialog or a panel: without sending. */
  onClose?: () => void;
  /** The button that closes a dialog forgets what was typed. */
  cancelDiscards?: true;
}

export function EntityForm<E extends Endpoint, Values extends object, Found extends Endpoint = Endpoint>(
  props: EntityFormProps<E, Values, Found>,
) {
  const state = useEntityForm(props);
  const id = useId();
  const { label, at, onClose, steps = [], beside, send: words } = props;
  const { form, step } = state;
  const values = form.typed;
  const following = steps[step + 1];
  const unready = props.unready?.(values, state.files) ?? false;
  const button = (
    <Button
      type="submit"
      form={id}
      look={props.danger ? 'danger' : 'primary'}
      busy={state.busy || props.busy === true}
      disabled={unready}
    >
      {following !== undefined
        ? t('Next: {step}', { step: following })
        : typeof words === 'function'
          ? words(values)
          : words}
    </Button>
  );
  const others =
    following === undefined && (typeof beside === 'function' ? beside(values, () => state.send()) : beside);
  const parts = (
    <RecordForm id={id} label={label} onSend={() => unready || props.busy === true || state.send()}>
      {steps.length > 0 && <StepHead steps={steps} step={step} />}
      {at === 'dialog' ? (
        <Stack gap="4">
          <Parts {...props} state={state} />
        </Stack>
      ) : (
        <Parts {...props} state={state} />
      )}
      {at !== 'dialog' && (
        <Row apart gap="3">
          <Row>
            {button}
            {props.version !== undefined && form.dirty && (
              <Button onClick={form.discard}>{t('Undo my changes')}</Button>
            )}
            {others}
            {step > 0 && (
              <Button icon="back" onClick={() => state.goTo(step - 1)}>
                {t('Back')}
              </Button>
            )}
            {onClose && steps.length === 0 && <Button onClick={onClose}>{t('Cancel')}</Button>}
            {at === 'page' && steps.length === 0 && <SaveKeys />}
          </Row>
          {onClose && steps.length > 0 && (
            <Button look="plain" onClick={onClose}>
              {t('Keep the draft and leave')}
            </Button>
          )}
        </Row>
      )}
    </RecordForm>
  );
  if (at === 'page') return <Card padding={{ base: '4', md: '6' }}>{parts}</Card>;
  if (at === 'panel') return parts;
  return (
    <Modal
      title={label}
      {...(props.size && { size: props.size })}
      onClose={onClose ?? (() => undefined)}
      footer={
        <>
          <Button
            onClick={() => {
              if (props.cancelDiscards) form.discard();
              onClose?.();
            }}
          >
            {t('Cancel')}
          </Button>
          {others}
          {button}
        </>
      }
    >
      {parts}
    </Modal>
  );
}

function Parts<E extends Endpoint, Values extends object, Found extends Endpoint>({
  at,
  newest,
  above,
  below,
  failed,
  state,
}: EntityFormProps<E, Values, Found> & { state: EntityFormState<Values, Found> }) {
  const zone = useZone();
  const { form, sections, shown, step, theirs, problem, refused } = state;
  const said = failed === undefined ? !refused.atField || refused.other.length > 0 : true;
  const trouble = said && (
    <ProblemNote tone="danger" title={failed} problem={problem} refused={refused.other.join(' ')} />
  );
  const labels = Object.fromEntries([...shown].map(([name, { row }]) => [name, row.called ?? row.label]));
  return (
    <>
      {at === 'dialog' && trouble}
      {above}
      {form.draftAt !== undefined && !theirs && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
      <Suspense>
        {newest && theirs && (
          <Conflict
            labels={labels}
            mine={form.typed}
            theirs={newest.values(theirs)}
            newest={newest.record(theirs)}
            busy={state.busy}
            onKeepMine={() => void state.send(newest.record(theirs).version)}
            onTakeTheirs={state.takeTheirs}
          />
        )}
      </Suspense>
      {sections.flatMap((section, place) =>
        section.step !== undefined && section.step !== step ? (
          []
        ) : (
          <Section key={section.title ?? place} section={section} state={state} />
        ),
      )}
      {typeof below === 'function' ? below(form.typed) : below}
      {at !== 'dialog' && trouble}
    </>
  );
}

function Section<Values extends object, Found extends Endpoint>({
  section: { title, note, fields = {}, beside = false, also: more },
  state: { form, shown, files, putFile },
}: {
  section: FormSection<Values>;
  state: EntityFormState<Values, Found>;
}) {
  const drawn = Object.keys(fields).map((name) => {
    const one = shown.get(name);
    return (
      one && (
        <FormField
          key={name}
          form={form}
          name={name}
          {...one}
          file={files[name]}
          onFile={(file) => putFile(name, file)}
        />
      )
    );
  });
  const also = typeof more === 'function' ? more(form) : more;
  if (title !== undefined)
    return (
      <FormPart title={title} note={note} wide={beside !== false}>
        {drawn}
        {also}
      </FormPart>
    );
  return (
    <>
      {drawn.length > 0 &&
        (beside ? <FieldGrid tight={beside === 'tight'}>{drawn}</FieldGrid> : <Stack gap="4">{drawn}</Stack>)}
      {also}
    </>
  );
}
