/**
 * A phone: real Chromium with a profile of its own on disk, that can be killed like a phone whose battery dies and
 * started again with what it had written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

/** What every test browser runs with; the benches use the same. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `CHROMIUM` names the binary; else the places where Debian and others put it. Throws when there is none. */
export function chromiumPath(): string {
  const named = process.env.CHROMIUM;
  const places = named
    ? [named]
    : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`No Chromium at ${places.join(', ')}. Install it, or name its binary in CHROMIUM.`);
  return found;
}

export interface PhoneOptions {
  /** `mobile`: 390 × 844 with touch; `desktop`: 1366 × 800. */
  shape?: 'mobile' | 'desktop';
  /** Start with no network, from the first byte. */
  offline?: boolean;
  /** Where the phone is; `denied` refuses the permission. Default: Pune, 12 m. */
  position?: { latitude: number; longitude: number; accuracy: number } | 'denied';
  colorScheme?: 'light' | 'dark';
  origin?: string;
}

export class Phone {
  #context: BrowserContext | undefined;
  #offline = false;
  /** Errors that pages threw and logged since the last start, for failing a test that looked fine. */
  readonly problems: string[] = [];

  private constructor(
    readonly profile: string,
    private options: PhoneOptions,
  ) {}

  static async start(options: PhoneOptions = {}): Promise<Phone> {
    const phone = new Phone(await mkdtemp(join(tmpdir(), 'recoup-phone-')), options);
    await phone.open(options);
    return phone;
  }

  /** Starts the browser on the profile; after `kill`, what was durable is there again. */
  async open(change: PhoneOptions = {}): Promise<Page> {
    this.options = { ...this.options, ...change };
    const { shape = 'mobile', offline = false, position, colorScheme = 'light', origin } = this.options;
    this.#offline = offline;
    const at =
      position === 'denied' ? undefined : (position ?? { latitude: 18.5204, longitude: 73.8567, accuracy: 12 });
    const context = await chromium.launchPersistentContext(this.profile, {
      executablePath: chromiumPath(),
      headless: true,
      args: CHROMIUM_FLAGS,
      offline,
      colorScheme,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      serviceWorkers: 'allow',
      ...(at && { geolocation: at, permissions: ['geolocation'] }),
      ...(shape === 'mobile'
        ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
        : { viewport: { width: 1366, height: 800 } }),
    });
    this.#context = context;
    context.setDefaultTimeout(60_000);
    context.on('weberror', (problem) => this.problems.push(String(problem.error().stack ?? problem.error())));
    context.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(`${message.text()} ${message.location().url}`);
    });
    if (origin) await this.#grantDurableStorage(origin);
    return context.pages()[0] ?? (await context.newPage());
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser is not running');
    return this.#context;
  }

  /** The page that was opened first. */
  get page(): Page {
    const [page] = this.context.pages();
    if (!page) throw new Error('No page is open');
    return page;
  }

  /** For pages and for the service worker's own requests. */
  async setOffline(offline: boolean): Promise<void> {
    this.#offline = offline;
    await this.context.setOffline(offline);
  }

  get offline(): boolean {
    return this.#offline;
  }

  async cdp(page: Page = this.page): Promise<CDPSession> {
    return this.context.newCDPSession(page);
  }

  /**
   * Wakes the service worker of `origin` with a Background Sync, as the browser does when it notices the network: it
   * tries at once, then after some minutes, and a test cannot wait for its second try.
   */
  async wakeWorker(origin: string, tag: string): Promise<void> {
    const session = await this.cdp();
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
        if (found) resolve(found.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId: await registered,
      tag,
      lastChance: false,
    });
    await session.detach();
  }

  /** As when the battery dies: every process of this profile gets SIGKILL at once; nothing is flushed. */
  async kill(): Promise<void> {
    const context = this.context;
    const closed = new Promise((resolve) => context.once('close', resolve));
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone with its parent in between.
      }
    }
    await closed;
    this.#context = undefined;
  }

  /** Closes the browser the ordinary way, keeping the profile. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  async destroy(): Promise<void> {
    if (this.#context) await this.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** Real JPEG bytes, made by the browser's own encoder; different for every `seed`, with the noise of a photo. */
  async jpeg(seed: number, width = 1600, height = 1200): Promise<Buffer> {
    const page = await this.context.newPage();
    try {
      const encoded = await page.evaluate(
        async ([start, w, h]) => {
          const canvas = new OffscreenCanvas(w, h);
          const brush = canvas.getContext('2d');
          if (!brush) throw new Error('no canvas');
          // No named functions in here: tsx would mark them with a helper that the page does not have.
          let state = start + 1;
          for (let index = 0; index < 400; index++) {
            const [hue, light, x, y] = [0, 0, 0, 0].map(() => {
              state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
              return state / 2 ** 32;
            }) as [number, number, number, number];
            brush.fillStyle = `hsl(${hue * 360} 60% ${20 + light * 60}%)`;
            brush.fillRect(x * w, y * h, 20 + hue * 280, 20 + light * 180);
          }
          const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          let binary = '';
          for (const byte of bytes) binary += String.fromCharCode(byte);
          return btoa(binary);
        },
        [seed, width, height] as const,
      );
      return Buffer.from(encoded, 'base64');
    } finally {
      await page.close();
    }
  }

  /** All at once, because granting rejects the rest; the session stays open, because with it the grants end. */
  async #grantDurableStorage(origin: string): Promise<void> {
    const session = await this.context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('No session with the browser');
    const at = this.options.position === 'denied' ? [] : (['geolocation'] as const);
    await session.send('Browser.grantPermissions', {
      origin,
      permissions: ['durableStorage', 'backgroundSync', ...at],
    });
  }

  /** Every process started for this profile: the browser and its children carry the folder in their arguments. */
  #processes(): number[] {
    const own: number[] = [];
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(this.profile)) own.push(Number(name));
      } catch {
        // Ended while we looked.
      }
    }
    // The browser first, so that it cannot tidy up after a child's end. Its own number is the lowest.
    return own.sort((a, b) => a - b);
  }
}
