import { Component, type ReactNode } from 'react';
import { t } from '../i18n';
import { paths } from '../routes';
import { AnchorButton, ErrorState } from '../ui';

/** A chunk that cannot be fetched: offline on a desk page never opened before, or a build that was replaced. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Failed to fetch|CSS chunk/i.test(error.message);

/** Catches what a screen throws. `resetKey` (the path) lets the next screen start afresh. */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey: string },
  { failure: { error: unknown } | null; key: string }
> {
  override state: { failure: { error: unknown } | null; key: string } = { failure: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: { resetKey: string }, state: { key: string }) {
    return props.resetKey === state.key ? null : { failure: null, key: props.resetKey };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return isMissingPart(failure.error) ? (
      <ErrorState
        title={t('This screen is not on this device yet')}
        kept={t('What you saved is safe.')}
        todo={t('It loads by itself once there is a network.')}
        retry={() => location.reload()}
      />
    ) : (
      <ErrorState
        title={t('This screen stopped working')}
        kept={t('What you saved is safe: records wait in the ledger until the server has them, drafts are kept.')}
        todo={t('Load it again. If it happens twice, tell your administrator what you did last.')}
        retry={() => location.reload()}
        action={<AnchorButton href={paths.home()}>{t('Go to the start')}</AnchorButton>}
      />
    );
  }
}
