/** The phone had no room for a photo: what was typed stays, and there are three ways on. */
import { useState } from 'react';
import { said, t, tn } from '../../../../i18n';
import { StorageError } from '../../../../offline';
import { Banner, Button, Row, Stack, Text } from '../../../../ui';
import { useReadyEngine, useStore } from '../../../session';
import { useToday } from '../../queries';

export function FullPhone({
  unkept,
  problem,
  loanId,
  files,
  keepNow,
  goWithout,
}: {
  unkept: number;
  problem: string;
  loanId: string;
  /** Of this form, which may not be in its draft yet. */
  files: readonly string[];
  /** Answers how many could not be kept this time either. */
  keepNow: () => Promise<number>;
  /** Where the visit can do without: a visit without any photo says why. */
  goWithout?: () => void;
}) {
  const engine = useReadyEngine();
  const today = useToday();
  const { count } = useStore(engine.loans.status);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string>();
  const [offer, setOffer] = useState(false);

  const make = async (work: () => Promise<number>, freed: (n: number) => string, nothing: string) => {
    setBusy(true);
    try {
      const n = await work();
      const left = await keepNow();
      if (left > 0) setTold(n > 0 ? t('{freed} It is not enough yet.', { freed: freed(n) }) : nothing);
    } catch (error) {
      setTold(said(error instanceof StorageError ? error.message : String(error)));
    } finally {
      setBusy(false);
    }
  };
  const photos = () =>
    make(
      async () => {
        setOffer(true);
        return (await import('../../../../offline/free-room')).freeFiles(engine, files);
      },
      (n) => tn(n, '{n} photo that the server has was removed.', '{n} photos that the server has were removed.'),
      t('There are no photos here that the server already has.'),
    );
  const list = () =>
    make(
      async () => {
        const { freeLoans } = await import('../../../../offline/free-room');
        return freeLoans(engine, [loanId, ...engine.loans.plan(today).loans.map(({ id }) => id)]);
      },
      (n) => tn(n, '{n} loan was removed from this phone.', '{n} loans were removed from this phone.'),
      t('There are no other loans on this phone.'),
    );

  return (
    <Banner tone="danger" title={tn(unkept, 'The photo is not kept yet', '{n} photos are not kept yet')}>
      <Stack gap="3">
        <Text>{problem}</Text>
        {told && <Text role="status">{told}</Text>}
        <Row>
          <Button icon="trash" busy={busy} onClick={() => void photos()}>
            {t('Make room')}
          </Button>
          <Button
            icon="sync"
            busy={busy}
            onClick={() => void make(async () => 0, String, t('There is still no room for it.'))}
          >
            {tn(unkept, 'Keep the photo now', 'Keep {n} files now')}
          </Button>
          {goWithout && (
            <Button look="plain" onClick={goWithout}>
              {t('Go on without the photo')}
            </Button>
          )}
        </Row>
        {offer && count > 1 && (
          <Stack gap="2">
            <Text size="small">
              {t(
                'The list of loans can go as well, except today’s plan and what you have begun. It comes back with a network.',
              )}
            </Text>
            <Row>
              <Button icon="loans" busy={busy} onClick={() => void list()}>
                {t('Remove the list of loans')}
              </Button>
            </Row>
          </Stack>
        )}
      </Stack>
    </Banner>
  );
}
