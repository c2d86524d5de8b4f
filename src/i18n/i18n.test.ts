import { afterEach, describe, expect, it } from 'vitest';
import { currentLanguage, speak, t, tn } from './index';

afterEach(() => speak('en', {}));

describe('a sentence', () => {
  it('is its own English', () => {
    expect(t('Save visit')).toBe('Save visit');
    expect(t('Hello {name}, {missing}', { name: 'Asha' })).toBe('Hello Asha, {missing}');
    expect(tn(1, '{n} loan', '{n} loans')).toBe('1 loan');
    expect(tn(3, '{n} loan', '{n} loans')).toBe('3 loans');
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
});
