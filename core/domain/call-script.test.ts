import { describe, expect, it } from 'vitest';
import { languageCode, type ScriptText, scriptsFor } from './call-script';

const script = (bucket: ScriptText['bucket'], language: string): ScriptText => ({
  bucket,
  language,
  body: `${bucket} ${language}`,
});
const ALL = [
  script('any', 'mr'),
  script('any', 'hi'),
  script('31-60', 'hi'),
  script('31-60', 'ta'),
  script('61-90', 'mr'),
  script('any', 'en'),
  script('61-90', 'en'),
];

describe('the scripts of a call', () => {
  it.each([
    ['0-30', 'mr', ['any mr', 'any en', 'any hi']],
    ['31-60', 'mr', ['any mr', 'any en', '31-60 hi', '31-60 ta']],
    ['31-60', 'ta', ['31-60 ta', 'any en', '31-60 hi', 'any mr']],
    ['61-90', 'Marathi', ['61-90 mr', '61-90 en', 'any hi']],
    // Nothing in Kannada: English, then Hindi, then what the portfolio has.
    ['360+', 'kn', ['any en', 'any hi', 'any mr']],
  ] as const)('%s, %s', (bucket, language, bodies) => {
    expect(scriptsFor(ALL, { bucket, language }).map(({ body }) => body)).toEqual(bodies);
  });

  it('are none where the portfolio has none for the bucket', () => {
    expect(scriptsFor([script('61-90', 'mr')], { bucket: '0-30', language: 'mr' })).toEqual([]);
  });

  it.each([
    ['mr', 'mr'],
    ['Marathi', 'mr'],
    [' HINDI ', 'hi'],
    ['Bhojpuri', 'bhojpuri'],
  ])('%j is the language %s', (given, code) => expect(languageCode(given)).toBe(code));
});
