/** Composition root of the page: the engine starts loading, then the first frame, then the service worker. */
import { createRoot } from 'react-dom/client';
import './ui/theme.css';
import { App } from './app/app';
import { startSession } from './app/app-session';
import { catchInstallOffer } from './app/install-offer';
import { loadDevice } from './app/load-device';
import { registerServiceWorker } from './app/service-worker';
import { currentLanguage } from './i18n';
import { loadWords } from './i18n/load';

const control = startSession(loadDevice);
catchInstallOffer();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const draw = () => createRoot(root).render(<App control={control} />);
const words = loadWords('field');
// English has nothing to wait for.
if (words) void words.then(draw);
else draw();

void registerServiceWorker();
// Pictures of screens are taken once there is a screen to take: until then even the code for it can wait.
const drawn = new MutationObserver(() => {
  if (!root.querySelector('[data-screen-ready]')) return;
  drawn.disconnect();
  void import('./app/first-screen-capture').then(({ keepFirstScreens }) =>
    keepFirstScreens(root, `${__APP_VERSION__} ${currentLanguage()}`),
  );
});
drawn.observe(root, { subtree: true, childList: true, attributeFilter: ['data-screen-ready'] });
