/** Holds what is typed for a screen that is on its way, and replays it there; `typed-ahead.ts` says by which rules. */
import { press } from './press-key';

const PATIENCE_MS = 10_000;
/** Some calls with their notes; more is something that lies on the keyboard. */
const MOST_KEYS = 500;

interface Hold {
  /** Empty while nobody knows where it leads: a save may be refused. */
  name: string;
  /** What had the focus when it began. */
  from: Element | null;
}

let isTyping: (at: EventTarget | null) => boolean;
let hold: Hold | undefined;
/** The hold whose keys are being replayed. */
let playing: Hold | undefined;
/** A replayed key is on its way through the handlers. */
let pressing = false;
let typed: KeyboardEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let screens: string[] = [];
/** The last key that reached a screen, and the one that led to where the user is going. */
let last = '';
let led = '';
/** Keys of an earlier `timeStamp` were typed before anybody could see that they are not wanted. */
let refusedAt = 0;

/** A sign may be several letters of a script; the names of other keys begin with a capital. */
const isHeld = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? !altKey && /^(Enter|[sk])$/i.test(key)
    : !altKey && /^(.|[^A-Z].+|Enter|Escape|Tab|Backspace|Arrow.+)$/.test(key);

function onKeyDown(event: KeyboardEvent) {
  const { target, key, repeat } = event;
  if (event.isComposing || !isHeld(event)) return;
  const unwanted = event.timeStamp < refusedAt || (repeat && key === led);
  const waits = hold && (playing === hold || target === hold.from || !isTyping(target));
  if (pressing || !(unwanted || waits)) {
    last = key;
    if (!hold) led = repeat ? led : '';
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!unwanted && !repeat && typed.push(event) > MOST_KEYS) dropKeys();
}

function onLeave() {
  last = '';
  if (hold) dropKeys();
}

function say() {
  document.documentElement.dataset.listens = hold ? '' : screens.join(' ');
}

function put(next?: Hold) {
  hold = next;
  clearTimeout(timer);
  say();
}

export function holdKeys(name: string, again?: KeyboardEvent): void {
  if (again) typed.unshift(again);
  else if (screens.includes(name)) return;
  led = last;
  put({ name, from: document.activeElement });
  timer = setTimeout(dropKeys, PATIENCE_MS);
}

export function dropKeys(name = hold?.name): void {
  if (hold?.name !== name) return;
  typed = [];
  refusedAt = performance.now();
  put();
}

async function replay(inDialog: boolean) {
  playing = hold;
  const mine = hold;
  while (led === 'Enter' && typed[0]?.key === 'Enter') typed.shift();
  if (typed.length > 0) {
    for (;;) {
      // A task of its own, as for a real key: what the one before it changed is drawn.
      await new Promise((next) => setTimeout(next));
      if (hold !== mine) return;
      clearTimeout(timer);
      // A dialog that opened or closed meanwhile is another screen.
      if (inDialog !== !!document.querySelector('dialog[open]')) dropKeys();
      const key = typed.shift();
      if (!key) break;
      pressing = true;
      press(key);
      pressing = false;
    }
  }
  if (hold === mine) put();
}

/** The screen `name` takes keys from now on, and those that were typed for it; answers the way to end it. */
export function listen(name: string, inDialog: boolean): () => void {
  screens = [...screens, name];
  if (hold?.name === name) void replay(inDialog);
  else if (hold) dropKeys();
  else say();
  return () => {
    screens = screens.filter((one) => one !== name);
    say();
  };
}

/** Once, before anything else. `typing`: whether a key pressed there is text. */
export function watchKeys(typing: typeof isTyping): void {
  isTyping = typing;
  addEventListener('keydown', onKeyDown, true);
  addEventListener('pointerdown', onLeave, true);
  addEventListener('popstate', onLeave);
}
