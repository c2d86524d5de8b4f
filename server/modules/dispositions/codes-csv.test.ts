import { describe, expect, it } from 'vitest';
import { readCodesCsv } from './codes-csv';

const head = 'code,label,channel,class,requires,active';
const read = (...lines: string[]) => readCodesCsv(lines.join('\n'));

describe('a CSV of codes', () => {
  it('is read with columns in any order, a byte order mark, quotes, blank lines and words in any case', () => {
    const { codes, problems } = readCodesCsv(
      '\uFEFFLabel,CODE,Class,Channel,active,requires\r\n"Door locked, ""gate""",fdl2,not met,Field,No,nextVisitOn; reason\r\n\r\nघर बंद,FDL3,NOT_MET,field,,\r\n',
    );
    expect(problems).toEqual([]);
    expect(codes).toEqual([
      {
        code: 'FDL2',
        label: 'Door locked, "gate"',
        channel: 'field',
        class: 'NOT_MET',
        rank: 9,
        requires: ['nextVisitOn', 'reason'],
        active: false,
        line: 2,
      },
      {
        code: 'FDL3',
        label: 'घर बंद',
        channel: 'field',
        class: 'NOT_MET',
        rank: 9,
        requires: [],
        active: true,
        line: 4,
      },
    ]);
  });

  it.each<[string, string[], [number, string][]]>([
    [
      'no header',
      ['FDL,Door locked,field,NOT_MET,,yes'],
      [
        [1, 'code'],
        [1, 'label'],
        [1, 'channel'],
        [1, 'class'],
      ],
    ],
    ['a column nobody knows', ['code,label,channel,class,colour', 'A,B,field,PTP,red'], [[1, 'colour']]],
    ['nothing but a header', [head], [[2, '']]],
    ['a code of letters we do not take', [head, 'F-DL,Door,field,NOT_MET,,'], [[2, 'code']]],
    ['a code twice', [head, 'A,One,field,PTP,,', 'a,Two,field,PTP,,'], [[3, 'code']]],
    ['no label', [head, 'A, ,field,PTP,,'], [[2, 'label']]],
    ['a label without end', [head, `A,${'x'.repeat(81)},field,PTP,,`], [[2, 'label']]],
    ['an unknown channel', [head, 'A,One,email,PTP,,'], [[2, 'channel']]],
    ['an unknown class', [head, 'A,One,field,MAYBE,,'], [[2, 'class']]],
    ['the class of the system', [head, 'A,One,call,SYSTEM,,'], [[2, 'class']]],
    ['a field nobody can ask for', [head, 'A,One,field,PTP,ptp shoeSize,'], [[2, 'requires']]],
    ['an active that is neither', [head, 'A,One,field,PTP,,perhaps'], [[2, 'active']]],
    ['an active that every object has', [head, 'A,One,field,PTP,,constructor'], [[2, 'active']]],
    ['an active that every object has, too', [head, 'A,One,field,PTP,,__proto__'], [[2, 'active']]],
    [
      'a fault below a cell of three lines',
      [head, 'A,"One\r\ntwo\nthree",field,PTP,,', 'B,,field,PTP,,'],
      [[5, 'label']],
    ],
    ['a comma without quotes', [head, 'A,One,two,field,PTP,,yes'], [[2, '']]],
    ['a quote that never closes', [head, 'A,"One,field,PTP,,yes'], [[2, '']]],
    ['bytes that are no text', ['\u0000\u0001PK\u0003\u0004'], [[1, 'code']]],
  ])('with %s is refused by line and column', (_, lines, expected) => {
    const { problems } = read(...lines);
    for (const [line, column] of expected)
      expect(problems).toEqual(expect.arrayContaining([expect.objectContaining({ line, column })]));
    for (const problem of problems) expect(problem.message.length).toBeGreaterThan(8);
  });

  it('takes back the apostrophe that keeps a label from being a formula, and no other', () => {
    const { codes } = read(head, "A,'=One,field,PTP,,", "B,'Tis paid,field,PTP,,");
    expect(codes.map(({ label }) => label)).toEqual(['=One', "'Tis paid"]);
  });

  it('names every wrong line, not only the first', () => {
    const { codes, problems } = read(head, 'A,One,field,PTP,,', 'B,,field,PTP,,', 'C,Three,nowhere,PTP,,');
    expect(problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(codes.map(({ code }) => code)).toEqual(['A']);
  });
});
