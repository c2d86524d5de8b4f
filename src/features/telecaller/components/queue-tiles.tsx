/** The queues as numbers: what is left of each, and a press opens its rows. */
import { Suspense, useState } from 'react';
import type { CallQueue } from '../../../../core/domain/call-queues';
import { CALL_QUEUES } from '../../../../core/domain/call-queues';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, chakra, Icon, Link } from '../../../ui';
import { holdKeys } from '../../../ui/kit';
import { MissedAlerts, useMissedAlerts } from '../../alerts';
import type { Queues } from '../queues';
import { QUEUE_WORDS } from '../words';

const Grid = chakra('div', {
  base: { display: 'grid', gap: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(10.5rem, 1fr))' },
});
const tile = {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    padding: '4',
    background: 'surface',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    minWidth: 0,
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { borderColor: 'accent-ink' },
  },
} as const;
const Tile = chakra(Link, tile);
const TileButton = chakra('button', tile);
const Name = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '1.5', fontSize: 'small', color: 'muted', fontWeight: 'medium' },
});
const Figure = chakra('strong', {
  base: { fontSize: 'figure', fontWeight: 'bold', letterSpacing: '-0.02em', lineHeight: 1.2 },
});
const Below = chakra('span', { base: { fontSize: 'small', color: 'muted' } });

export function QueueTiles({ queues, now }: { queues: Queues; now: number }) {
  return (
    <Grid as="nav" aria-label={t('Queues')}>
      {CALL_QUEUES.map((name) => (
        <QueueTile key={name} name={name} queues={queues} now={now} />
      ))}
      <AlertsTile />
    </Grid>
  );
}

/** Callbacks, promises and field records that the server told of and nobody opened. */
function AlertsTile() {
  const [open, setOpen] = useState(false);
  const { data, error } = useMissedAlerts();
  if (!data) return null;
  return (
    <>
      <TileButton type="button" onClick={() => setOpen(true)} title={t('Alerts that you have not opened')}>
        <Name>
          <Icon name="alert" size="1rem" />
          {t('Missed alerts')}
        </Name>
        <Figure color={data.length > 0 ? 'danger' : undefined}>{data.length.toLocaleString('en-IN')}</Figure>
        <Below>{error ? t('from before the network went') : t('to open')}</Below>
      </TileButton>
      {open && (
        <Suspense>
          <MissedAlerts onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function QueueTile({ name, queues, now }: { name: CallQueue; queues: Queues; now: number }) {
  const rows = queues[name];
  const left = rows.filter(({ worked }) => !worked);
  const overdue = name === 'callback' ? left.filter(({ callbackAt }) => Date.parse(callbackAt ?? '') < now).length : 0;
  const words = QUEUE_WORDS[name];
  return (
    <Tile to={deskPaths.activeLoans({ queue: name })} onClick={() => holdKeys('loans')} title={t(words.formula)}>
      <Name>
        <Icon name={words.icon} size="1rem" />
        {t(words.name)}
      </Name>
      <Figure color={overdue > 0 ? 'danger' : undefined}>{left.length.toLocaleString('en-IN')}</Figure>
      {overdue > 0 ? (
        <span>
          <Badge tone="danger" icon="alert">
            {t('{n} overdue', { n: overdue })}
          </Badge>
        </span>
      ) : (
        <Below>
          {rows.length > left.length ? t('{n} of {all} left', { n: left.length, all: rows.length }) : t('to work')}
        </Below>
      )}
    </Tile>
  );
}
