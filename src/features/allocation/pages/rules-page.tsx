import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Row } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { RulesEditor } from '../components/rules-editor';

/** /allocation-rule: the rules by which loans are given, in their order. */
export default function RulesPage() {
  return (
    <DeskPage narrow>
      <Row apart gap="3" flexWrap="wrap">
        <DeskTitle>{t('New Rule Engine')}</DeskTitle>
        <LinkButton to={deskPaths.ruleLoans()}>{t('Rehearse the rules')}</LinkButton>
      </Row>
      <RulesEditor />
    </DeskPage>
  );
}
