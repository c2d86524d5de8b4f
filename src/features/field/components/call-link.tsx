/** A number of a borrower to call. Every tap is noted as an attempt before the phone dials. */
import type { ComponentProps } from 'react';
import type { ListedLoan } from '../../../offline/types';
import { AnchorButton } from '../../../ui';
import { useReadyEngine } from '../../session';

interface Props extends Omit<ComponentProps<typeof AnchorButton>, 'href' | 'onClick'> {
  loan: ListedLoan;
  phone: ListedLoan['phones'][number];
}

export function CallLink({ loan, phone, ...rest }: Props) {
  const engine = useReadyEngine();
  return (
    <AnchorButton
      icon="phone"
      {...rest}
      href={`tel:${phone.number}`}
      onClick={(event) => {
        event.preventDefault();
        void import('../loans/dial').then(({ dial }) => dial(engine, loan, phone));
      }}
    />
  );
}
