import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Row } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { Rehearsals } from '../components/rehearsals';

/** /allocation-rule-loans: what the rules would change, loan by loan. */
export default function RuleLoansPage() {
  return (
    <DeskPage>
      <Row apart gap="3" flexWrap="wrap">
        <DeskTitle>{t('Rule Engine Loans')}</DeskTitle>
        <LinkButton to={deskPaths.rules()}>{t('The rules')}</LinkButton>
      </Row>
      <Rehearsals />
    </DeskPage>
  );
}
