// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropKeys, holdKeys, useListens } from './typed-ahead';

/** What each screen was told: `next:a`. */
let heard: string[] = [];
let shown = 'before';
/** What a key does on the screen that takes it. */
let does: Record<string, () => void> = {};
const onKey = ({ key, ctrlKey }: KeyboardEvent) => {
  heard.push(`${shown}:${ctrlKey ? '^' : ''}${key}`);
  does[key]?.();
};

function Listening({ name, inDialog = false }: { name: string; inDialog?: boolean }) {
  useListens(name, true, inDialog);
  return null;
}
/** More tasks than any case has keys; each key is replayed in one of its own. */
const tasks = () =>
  act(async () => {
    for (let at = 0; at < 12; at += 1) await new Promise((next) => setTimeout(next));
  });

type Step = () => void;
const hold =
  (name = ''): Step =>
  () =>
    holdKeys(name);
const drop =
  (name?: string): Step =>
  () =>
    dropKeys(name);
/** `^s` with Ctrl, `!m` with Alt, `~3` as a repeat. */
const keys =
  (...pressed: string[]): Step =>
  () => {
    for (const each of pressed) {
      const key = each.length > 1 && /^[\^!~]/.test(each) ? each.slice(1) : each;
      const mark = key === each ? '' : each[0];
      fireEvent.keyDown(document.activeElement ?? document.body, {
        key,
        ctrlKey: mark === '^',
        altKey: mark === '!',
        repeat: mark === '~',
      });
    }
  };
const show =
  (name: string, inDialog = false): Step =>
  () => {
    shown = name;
    render(<Listening name={name} inDialog={inDialog} />);
  };
const focus =
  (what: string): Step =>
  () =>
    document.querySelector<HTMLElement>(what)?.focus();
const fire =
  (type: string): Step =>
  () =>
    void window.dispatchEvent(new Event(type));

beforeAll(async () => {
  addEventListener('keydown', onKey);
  // What jsdom has not: it draws nothing, and edits nothing by itself.
  HTMLElement.prototype.checkVisibility = () => true;
  document.execCommand = (command, _, text = '') => {
    const at = document.activeElement;
    if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) return false;
    const [from, to] = [at.selectionStart ?? 0, at.selectionEnd ?? 0];
    at.setRangeText(
      command === 'delete' ? '' : text,
      command === 'delete' && from === to ? Math.max(0, from - 1) : from,
      to,
      'end',
    );
    return true;
  };
  await import('./held-keys');
});
beforeEach(async () => {
  heard = [];
  shown = 'before';
  does = {};
  document.body.innerHTML = '<input id="note"><button id="ok">Ok</button><textarea id="far"></textarea>';
  render(<Listening name="before" />);
  fire('pointerdown')();
  await tasks();
});
afterEach(async () => {
  dropKeys();
  cleanup();
  await tasks();
  document.body.replaceChildren();
});

const many = Array.from({ length: 501 }, () => 'a');
describe('what is typed ahead', () => {
  it.each<[what: string, steps: Step[], heard: string[]]>([
    ['acts at once where nobody goes anywhere', [keys('3', 'Enter')], ['before:3', 'before:Enter']],
    [
      'waits, and comes in its order',
      [hold('next'), keys('3', 'p', 'Tab', '^Enter'), show('next')],
      ['3', 'p', 'Tab', '^Enter'],
    ],
    ['goes on where it was on its way', [hold(), keys('a'), hold('next'), keys('b'), show('next')], ['a', 'b']],
    ['is for nobody when the save is refused', [hold(), keys('a'), drop(), keys('b')], ['before:b']],
    ['stays when only what had no name ends', [hold(), hold('next'), keys('a'), drop(''), show('next')], ['a']],
    ['ends with what had no name', [hold(), keys('a'), drop(''), keys('b')], ['before:b']],
    ['is for nobody when another screen comes', [hold('next'), keys('a'), show('other'), keys('b')], ['other:b']],
    ['is for nobody after a press', [hold('next'), keys('a'), fire('pointerdown'), show('next'), keys('b')], ['b']],
    ['is for nobody after a step back', [hold('next'), keys('a'), fire('popstate'), show('next')], []],
    ['waits for nothing that is there', [hold('before'), keys('a')], ['before:a']],
    ['knows signs of several letters', [hold('next'), keys('त्र', 'é', '₹'), show('next')], ['त्र', 'é', '₹']],
    [
      'leaves the browser and the dialer theirs',
      [hold('next'), keys('^c', '!m', 'F5', 'Shift'), show('next')],
      ['before:^c', 'before:m', 'before:F5', 'before:Shift'],
    ],
    ['takes the desk’s own', [hold('next'), keys('^s', '^k'), show('next')], ['^s', '^k']],
    ['counts a key that stays down once', [hold('next'), keys('3', '~3', '~3', 'p'), show('next')], ['3', 'p']],
    [
      'leaves out an Enter behind the Enter that led here',
      [keys('Enter'), hold('next'), keys('Enter', '^Enter', 'c', 'Enter'), show('next')],
      ['before:Enter', 'c', 'Enter'],
    ],
    [
      'leaves out its repeats when the screen is there',
      [keys('^Enter'), hold('next'), show('next'), keys('~Enter'), keys('a', '~a')],
      ['before:^Enter', 'a', 'a'],
    ],
    ['skips two where N is pressed twice', [keys('n'), hold('next'), keys('n'), show('next')], ['before:n', 'n']],
    ['is no heap without an end', [hold('next'), keys(...many), show('next')], []],
    [
      'leaves a field that has the focus its keys',
      [hold('next'), focus('#far'), keys('a'), show('next')],
      ['before:a'],
    ],
    ['is not for the field that was left', [focus('#note'), hold('next'), keys('a'), show('next')], ['a']],
  ])('%s', async (_what, steps, expected) => {
    for (const step of steps) {
      step();
      // The next task, in which a screen says that it listens and is told what waits.
      await tasks();
    }
    expect(heard).toEqual(expected.map((key) => (key.includes(':') ? key : `next:${key}`)));
  });

  it('is for nobody after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    holdKeys('next');
    await act(async () => {});
    keys('a')();
    vi.advanceTimersByTime(9_999);
    keys('b')();
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    keys('c')();
    vi.useRealTimers();
    show('next')();
    await tasks();
    expect(heard).toEqual(['before:c']);
  });

  it('goes on to where one of its keys leads', async () => {
    does = {
      n: () => {
        shown = 'nowhere';
        holdKeys('second');
      },
    };
    holdKeys('next');
    await tasks();
    keys('a', 'n', 'b', 'c')();
    show('next')();
    await tasks();
    expect(heard).toEqual(['next:a', 'next:n']);
    show('second')();
    await tasks();
    expect(heard).toEqual(['next:a', 'next:n', 'second:b', 'second:c']);
  });

  it('comes again when a screen that is there cannot take its first key yet', async () => {
    holdKeys('before', new KeyboardEvent('keydown', { key: 'c' }));
    await tasks();
    keys('9')();
    expect(heard).toEqual([]);
    cleanup();
    show('before')();
    await tasks();
    expect(heard).toEqual(['before:c', 'before:9']);
  });

  it('what was typed before a refusal could be seen reaches nothing, however late it comes', async () => {
    dropKeys();
    await tasks();
    const [late, after] = ['9', '8'].map(
      (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    if (!late || !after) throw new Error('two keys');
    Object.defineProperty(late, 'timeStamp', { value: performance.now() - 1_000 });
    Object.defineProperty(after, 'timeStamp', { value: performance.now() });
    document.body.dispatchEvent(late);
    document.body.dispatchEvent(after);
    expect(late.defaultPrevented).toBe(true);
    expect(heard).toEqual(['before:8']);
  });

  it('is text in the field that has the focus then, leaves it by Tab, and presses by Enter', async () => {
    const pressed = vi.fn();
    document.querySelector('#ok')?.addEventListener('click', pressed);
    does = { '.': () => setTimeout(() => document.querySelector<HTMLElement>('#far')?.focus()) };
    holdKeys('next');
    await tasks();
    keys('.', 'H', 'i', 'x', 'Backspace', 'Enter', '3')();
    show('next')();
    await tasks();
    expect(document.querySelector<HTMLTextAreaElement>('#far')?.value).toBe('Hi\n3');
    cleanup();
    document.querySelector<HTMLElement>('#note')?.focus();
    holdKeys('second');
    await tasks();
    keys('a', 'Tab', 'Enter')();
    show('second')();
    await tasks();
    expect(document.querySelector<HTMLInputElement>('#note')?.value).toBe('a');
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('is for no dialog that opened by itself, and for one that was asked for', async () => {
    holdKeys('next');
    await tasks();
    keys('a')();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    show('next')();
    await tasks();
    expect(heard).toEqual([]);
    holdKeys('palette');
    await tasks();
    keys('b')();
    show('palette', true)();
    await tasks();
    expect(heard).toEqual(['palette:b']);
  });
});

it('the document names what takes keys, and nothing while they wait', async () => {
  const said = () => document.documentElement.dataset.listens;
  expect(said()).toBe('before');
  holdKeys('next');
  await tasks();
  expect(said()).toBe('');
  show('next')();
  await tasks();
  expect(said()).toBe('before next');
  cleanup();
  expect(said()).toBe('');
});
