import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Catalogue, currentLanguage, said, speak, t, tn } from './index';
import { keepLanguage, LANGUAGES, storedLanguage } from './language-choice';
import { type Loaders, loadWords } from './load';
import { switchLanguage } from './switch';

afterEach(() => {
  speak('en', {});
  vi.unstubAllGlobals();
});

describe('a sentence', () => {
  it('is its own English', () => {
    expect(t('Save visit')).toBe('Save visit');
    expect(t('Hello {name}, {missing}', { name: 'Asha' })).toBe('Hello Asha, {missing}');
    expect(tn(1, '{n} loan', '{n} loans')).toBe('1 loan');
    expect(tn(3, '{n} loan', '{n} loans')).toBe('3 loans');
    expect(said('The server is busy.')).toBe('The server is busy.');
  });

  it('is the catalogue’s in another language, and English where the catalogue has none', () => {
    speak('hi', { 'Save visit': 'विज़िट सहेजें', '{n} loans': ['{n} ऋण', '{n} ऋण हैं'], 'Hello {name}': 'नमस्ते {name}' });
    expect(currentLanguage()).toBe('hi');
    expect(t('Save visit')).toBe('विज़िट सहेजें');
    expect(t('Hello {name}', { name: 'Asha' })).toBe('नमस्ते Asha');
    expect(tn(0, '{n} loan', '{n} loans')).toBe('0 ऋण');
    expect(tn(2, '{n} loan', '{n} loans')).toBe('2 ऋण हैं');
    expect(t('Not there')).toBe('Not there');
  });

  it('may be counted and not', () => {
    speak('hi', { '{n} here': '{n} यहाँ', '{n} loans': ['{n} ऋण', '{n} ऋण हैं'] });
    expect(tn(2, '{n} here', '{n} here')).toBe('2 यहाँ');
    expect(t('{n} loans', { n: 5 })).toBe('5 ऋण हैं');
  });

  it.each<[language: string, one: number, other: number]>([
    ['hi', 0, 2],
    ['kn', 0, 2],
    ['ta', 1, 0],
    ['te', 1, 0],
    ['ml', 1, 0],
    ['mr', 1, 0],
  ])('of %s follows its own plural', (language, one, other) => {
    speak(language, { '{n} loans': ['one', 'other'] });
    expect(tn(one, '', '{n} loans')).toBe('one');
    expect(tn(other, '', '{n} loans')).toBe('other');
  });

  it('made elsewhere is known by its form, its values kept', () => {
    speak('hi', {
      '~This PIN is not right. {left} more tries (of {all}).': 'PIN सही नहीं। {all} में से {left} बाक़ी।',
      'Hello {name}': 'नमस्ते {name}',
    });
    expect(said('This PIN is not right. 3 more tries (of 5).')).toBe('PIN सही नहीं। 5 में से 3 बाक़ी।');
    // Only what is marked stands for a form: a sentence that begins alike is not half translated.
    expect(said('Hello from the server')).toBe('Hello from the server');
    speak('hi', {
      '~{full_name} has been moved meanwhile.': '{full_name} को दूसरी जगह रखा गया।',
      '~The letter must hold {{{name}}} ({label}).': 'पत्र में {{{name}}} होना चाहिए ({label})।',
    });
    expect(said('Ravi (old) Kumar has been moved meanwhile.')).toBe('Ravi (old) Kumar को दूसरी जगह रखा गया।');
    expect(said('The letter must hold {{valid_till}} (Valid till).')).toBe(
      'पत्र में {{valid_till}} होना चाहिए (Valid till)।',
    );
  });
});

describe('the language of a device', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    });
  });

  it.each<[wished: string[], chosen: string | undefined, language: string]>([
    [['en-IN', 'hi'], undefined, 'en'],
    [['hi-IN', 'en'], undefined, 'hi'],
    [['ta-IN', 'hi-IN', 'en'], undefined, 'hi'],
    [['ta-IN', 'mr'], undefined, 'en'],
    [[], undefined, 'en'],
    [['en'], 'hi', 'hi'],
    [['hi'], 'en', 'en'],
    // A language that is no longer offered, or never was.
    [['hi'], 'xx', 'hi'],
  ])('browser %j, chosen %s: %s', (wished, chosen, language) => {
    if (chosen) keepLanguage(chosen);
    expect(storedLanguage(wished)).toBe(language);
  });

  it('is the browser’s where storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {
        throw new Error('blocked');
      },
    });
    keepLanguage('hi');
    expect(storedLanguage(['en'])).toBe('en');
  });

  it('is offered under its own name', () => {
    expect(LANGUAGES.map(({ name }) => name)).toEqual(['English', 'हिन्दी']);
  });
});

describe('the words of a page', () => {
  const post = vi.fn();
  const loaders = (field: Catalogue | Error, desk: Catalogue | Error = {}): Loaders => {
    const load = (words: Catalogue | Error) => async () => {
      if (words instanceof Error) throw words;
      return { default: words };
    };
    // A language of tests: what works for it works for the five that follow.
    return { ta: { field: load(field), desk: load(desk) } };
  };
  const root = { lang: 'en-IN' };
  beforeEach(() => {
    post.mockClear();
    root.lang = 'en-IN';
    vi.stubGlobal('document', { documentElement: root });
    vi.stubGlobal('navigator', {
      languages: ['en'],
      serviceWorker: { ready: Promise.resolve({ active: { postMessage: post } }), controller: { postMessage: post } },
    });
  });

  it('are nothing to wait for in English', () => {
    expect(loadWords('field', 'en')).toBeUndefined();
    expect(root.lang).toBe('en-IN');
  });

  it('come area by area, and the worker is told to keep them', async () => {
    const both = loaders({ Loans: 'கடன்கள்' }, { Phones: 'தொலைபேசிகள்' });
    await loadWords('field', 'ta', both);
    expect(root.lang).toBe('ta-IN');
    expect([t('Loans'), t('Phones')]).toEqual(['கடன்கள்', 'Phones']);
    await loadWords('desk', undefined, both);
    expect([t('Loans'), t('Phones')]).toEqual(['கடன்கள்', 'தொலைபேசிகள்']);
    await vi.waitFor(() =>
      expect(post).toHaveBeenLastCalledWith({ type: 'WORDS', loaded: expect.arrayContaining(['ta.field', 'ta.desk']) }),
    );
  });

  it('that cannot come leave the page in English', async () => {
    await loadWords('field', 'ta', loaders(new Error('no network')));
    expect([currentLanguage(), root.lang, t('Loans')]).toEqual(['en', 'en-IN', 'Loans']);
    // And the desk does not mix languages.
    expect(loadWords('desk', undefined, loaders({}, { Loans: 'x' }))).toBeUndefined();
  });

  it('are changed only when they can be had', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const reload = vi.fn();
    expect(await switchLanguage('ta', loaders(new Error('no network')), reload)).toBe(false);
    expect([kept.size, reload.mock.calls.length]).toEqual([0, 0]);
    expect(await switchLanguage('ta', loaders({}), reload)).toBe(true);
    expect([...kept.values(), reload.mock.calls.length]).toEqual(['ta', 1]);
    expect(post).toHaveBeenCalledWith({ type: 'WORDS', loaded: [] });
  });
});
