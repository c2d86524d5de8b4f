import { t } from '../../../i18n';
import { Text } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { SortingEditor } from '../components/sorting-editor';

/** /sortingrules: in which order people work their loans, on phones, at the desk and by the dialer. */
export default function SortingRulesPage() {
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Sorting Rules')}</DeskTitle>
      <Text tone="muted">
        {t(
          'A loan stands under the first rule that takes it. Phones follow with their next update and keep the order without a network; callbacks stand by their time.',
        )}
      </Text>
      <SortingEditor />
    </DeskPage>
  );
}
