import { currentLanguage, t } from '../i18n';
import { LANGUAGES } from '../i18n/language-choice';
import { Button } from './button';
import { Row } from './layout';
import { showToast } from './toast-store';

/** Changes the language of this device, or says why it cannot. */
export async function chooseLanguage(tag: string): Promise<void> {
  const { switchLanguage } = await import('../i18n/switch');
  if (!(await switchLanguage(tag)))
    showToast(t('The words of this language need a network once. Try again when you have one.'), { tone: 'problem' });
}

/** The other languages, each by its own name. `before` runs ahead of the page’s new start. */
export function LanguageLinks({ before }: { before?: () => void }) {
  return (
    <Row>
      {LANGUAGES.filter(({ tag }) => tag !== currentLanguage()).map(({ tag, name }) => (
        <Button
          key={tag}
          look="plain"
          lang={tag}
          marginX="-2"
          onClick={() => {
            before?.();
            void chooseLanguage(tag);
          }}
        >
          {name}
        </Button>
      ))}
    </Row>
  );
}
