import { chakra } from '@chakra-ui/react/styled-system';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { t } from '../i18n';
import { Icon } from './icon';

interface FieldParts {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldParts | undefined>(undefined);

/** What an input inside a Field wears: its id, its description and its state. */
export function useFieldParts(): Partial<FieldParts> {
  return useContext(FieldContext) ?? {};
}

const Label = chakra('label', {
  base: { fontSize: 'small', fontWeight: 'bold', display: 'flex', gap: '1', alignItems: 'baseline' },
});
const Problem = chakra('p', {
  base: { fontSize: 'small', color: 'danger', display: 'flex', gap: '1', alignItems: 'center', fontWeight: 'medium' },
});
const Wrap = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '1.5', minWidth: 0 } });
const Quiet = chakra('span', { base: { color: 'muted', fontWeight: 'normal', fontSize: 'small' } });

/**
 * Label, hint and error around one input. `group` for choices made of several controls (the label then names the
 * group). The error replaces nothing: what was typed stays.
 */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  group = false,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Says "optional" beside the label; for forms where most is required. */
  optional?: boolean;
  group?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const parts = { id, labelId: `${id}-label`, describedBy: described || undefined, invalid: !!error, required };
  return (
    <FieldContext value={parts}>
      <Wrap data-invalid={error ? true : undefined}>
        <Label id={parts.labelId} {...(group ? { as: 'span' } : { htmlFor: id })}>
          {label}
          {optional && <Quiet>{t('optional')}</Quiet>}
        </Label>
        {hint && <Quiet id={`${id}-hint`}>{hint}</Quiet>}
        {children}
        {error && (
          <Problem id={`${id}-error`} role="alert">
            <Icon name="alert" size="1rem" />
            {error}
          </Problem>
        )}
      </Wrap>
    </FieldContext>
  );
}
