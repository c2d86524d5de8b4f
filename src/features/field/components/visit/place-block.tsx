import { PLACES } from '../../../../../core/contract/records';
import { t } from '../../../../i18n';
import { Banner, Button, Field, Icon, Row, SegmentedChoice, Stack, Text } from '../../../../ui';
import { wordsFor } from '../../visit/field-of-error';
import { NO_POSITION } from '../../visit/position';
import { Block, type BlockProps, binder } from './block';

const PLACE_WORDS: Record<(typeof PLACES)[number], string> = { residence: 'Home', office: 'Work', other: 'Other' };

/** Where the visit was: the kind of place, chosen; the position, found by itself. */
export function PlaceBlock(props: BlockProps & { positioning: boolean; lookForPosition: () => void }) {
  const { visit, errors, positioning, lookForPosition } = props;
  const { gps, gpsMissing } = visit;
  const missing = !gps && !positioning && gpsMissing ? NO_POSITION[gpsMissing] : undefined;
  return (
    <>
      <Block name="place">
        <Field label={t('Where?')} group required error={wordsFor(errors, 'place')}>
          <SegmentedChoice
            columns={3}
            value={PLACES.find((place) => place === visit.answers.place)}
            onChange={binder(props)('place').onChange}
            options={PLACES.map((value) => ({ value, label: t(PLACE_WORDS[value]) }))}
          />
        </Field>
      </Block>
      <Block name="gps">
        {missing ? (
          <Banner
            tone="warn"
            icon="pin"
            title={t(missing.title)}
            action={
              <Button icon="sync" onClick={lookForPosition}>
                {t('Try again')}
              </Button>
            }
          >
            {t(missing.todo)} {t('You can save without it; the visit says so.')}
          </Banner>
        ) : (
          <Stack gap="1">
            <Row role="status" tight minHeight="2rem">
              <Icon name="pin" />
              <Text strong={!!gps} tone={gps ? 'paid' : 'muted'} fontVariantNumeric="tabular-nums">
                {gps
                  ? t('Position ±{accuracyM} m', { accuracyM: gps.accuracyM })
                  : positioning
                    ? t('Looking for the position…')
                    : t('No position')}
                {gps && positioning && t(', getting better')}
              </Text>
              {!positioning && (!gps || gps.accuracyM > 100) && (
                <Button look="plain" icon="sync" onClick={lookForPosition}>
                  {t('Try again')}
                </Button>
              )}
            </Row>
            {!gps && positioning && (
              <Text size="small" tone="muted">
                {t('Go on filling in; it comes by itself.')}
              </Text>
            )}
            {wordsFor(errors, 'gps') && (
              <Text size="small" tone="danger" role="alert">
                {wordsFor(errors, 'gps')}
              </Text>
            )}
          </Stack>
        )}
      </Block>
    </>
  );
}
