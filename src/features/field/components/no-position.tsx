import { t } from '../../../i18n';
import { Banner, Button } from '../../../ui';
import { askWhereabouts } from '../loans/here';
import { NO_POSITION, type WhyNoPosition } from '../visit/position';

/** The list cannot be sorted by distance: why, and how to try again. */
export default function NoPosition({ why }: { why: WhyNoPosition }) {
  return (
    <Banner
      tone="warn"
      title={t(NO_POSITION[why].title)}
      action={
        <Button icon="sync" onClick={() => void askWhereabouts()}>
          {t('Try again')}
        </Button>
      }
    >
      {t(NO_POSITION[why].todo)} {t('Until then the list is sorted by what matters most.')}
    </Banner>
  );
}
