import { expect, it } from 'vitest';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { codesCsv } from './codes-file';

it('writes the columns the server reads, without what only the system sets, safe for spreadsheets', () => {
  const label = (text: string) => ({ ...(DEFAULT_CODES[0] as (typeof DEFAULT_CODES)[number]), label: text });
  const lines = codesCsv([
    ...DEFAULT_CODES,
    label('=SUM(A1)'),
    { ...label('Paid, "in full"'), subCodes: ['Today', 'Earlier'] },
  ])
    .slice(1)
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('code,label,channel,class,requires,active,sub_codes');
  expect(lines).toContain('FPTP,Promise to pay,field,PTP,ptp personMet,yes,');
  expect(lines.some((line) => line.startsWith('BPTP'))).toBe(false);
  expect(lines.at(-2)).toContain(",'=SUM(A1),");
  expect(lines.at(-1)).toContain(',"Paid, ""in full""",');
  expect(lines.at(-1)?.endsWith(',Today|Earlier')).toBe(true);
});
