/**
 * A lender's file made, or read by one contestant, in a process of its own, so that its memory and its warmed-up code are its own.
 * `loan-file.ts make FOLDER ROWS`, `loan-file.ts papaparse|verify FILE`; sends its result to the parent.
 */
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import { compileMapping, guessMapping } from '../../../core/domain/loan-import';
import { csvFile, fileSource, lookAtTable, readTable } from '../../../server/platform/tables';
import { columnLetters } from '../../../server/platform/tables/xlsx/sheet-rows';
import { zipOf } from '../../support/zip';

export interface FileRead {
  rows: number;
  refused: number;
  milliseconds: number;
  /** The most memory the process ever had. */
  megabytes: number;
}

const HEADER =
  'LAN|Customer Name|Product|Batch No|Sanction Date|Disbursal Date|Tenure|ROI|EMI|Due Day|DPD|Bucket|POS|TOS|Overdue Amount|Principal Overdue|Interest Overdue|Penal Charges|Other Charges|Foreclosure Amount|Last Payment Date|Last Payment Amount|NACH Status|Bounce Reason|Language|DOB|Email|PAN|CIBIL|Employer|Mobile 1|Mobile 2|Address|City|State|Pincode|Address Type|Reference 1 Name|Reference 1 Mobile|Branch'.split(
    '|',
  );
const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length] as Item;
const NAMES = ['Asha Devi', 'Ravi Kumar', 'Sunita Sharma', 'Imran Khan', 'Deepa Iyer', 'Vikram Patil', 'Lakshmi Reddy'];
const day = (at: number, year: number) =>
  `${13 + (at % 15)}/${String(1 + (at % 12)).padStart(2, '0')}/${year + (at % 5)}`;
const BUCKETS: [number, string][] = [
  [12, '0-30'],
  [44, '31-60'],
  [71, '61-90'],
  [140, '91-180'],
  [400, '360+'],
];

function loanRow(at: number): (string | number)[] {
  const pos = 10_000 + ((at * 7919) % 900_000) + (at % 100) / 100;
  const part = (share: number) => Math.round(pos * share * 100) / 100;
  const [dpd, bucket] = pick(BUCKETS, at);
  const name = pick(NAMES, at);
  const loan = [
    `LN${String(at).padStart(8, '0')}`,
    name,
    pick(['Personal Loan', 'Two Wheeler', 'Gold Loan'], at),
    'B2026-11',
  ];
  const terms = [day(at, 2019), day(at + 3, 2020), 36, 18.5, part(0.03), 1 + (at % 28), dpd, bucket];
  const dues = [pos, part(1.1), part(0.1), part(0.06), part(0.03), 500, 236, part(1.04), day(at + 5, 2021), 4500];
  const mail = `${name.toLowerCase().replace(' ', '.')}${at}@example.com`;
  const person = [
    'Hindi',
    day(at, 1980),
    mail,
    `ABCPD${String(at % 10_000).padStart(4, '0')}K`,
    300 + (at % 600),
    'Infosys Ltd',
  ];
  const phones = [String(7_000_000_000 + at), String(8_000_000_000 + at * 3)];
  const address = [
    `${at % 500}, MG Road, Ward ${at % 90}`,
    'Pune',
    'Maharashtra',
    String(411_001 + (at % 90)),
    'Residence',
  ];
  return [
    ...loan,
    ...terms,
    ...dues,
    'Active',
    'Insufficient funds',
    ...person,
    ...phones,
    ...address,
    pick(NAMES, at + 1),
    String(9_000_000_000 + at),
    `Branch ${at % 300}`,
  ];
}

/** As a workbook keeps it: texts once, cells with their numbers. */
function workbook(rows: number): Buffer {
  const texts = new Map<string, number>();
  const sheet: Buffer[] = [Buffer.from('<worksheet><sheetData>')];
  for (let from = 0; from <= rows; from += 1000) {
    let xml = '';
    for (let line = from; line < Math.min(from + 1000, rows + 1); line++) {
      xml += `<row r="${line + 1}" spans="1:40">`;
      (line === 0 ? HEADER : loanRow(line - 1)).forEach((value, at) => {
        const place = `${columnLetters(at)}${line + 1}`;
        if (typeof value === 'number') xml += `<c r="${place}"><v>${value}</v></c>`;
        else {
          if (!texts.has(value)) texts.set(value, texts.size);
          xml += `<c r="${place}" t="s"><v>${texts.get(value)}</v></c>`;
        }
      });
      xml += '</row>';
    }
    sheet.push(Buffer.from(xml));
  }
  sheet.push(Buffer.from('</sheetData></worksheet>'));
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="Loans" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${[...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.concat(sheet) },
  ]);
}

function* loanRows(rows: number) {
  yield HEADER;
  for (let at = 0; at < rows; at++) yield loanRow(at);
}

async function make(folder: string, rows: number) {
  await pipeline(Readable.from(csvFile(loanRows(rows))), createWriteStream(join(folder, 'loans.csv')));
  writeFileSync(join(folder, 'loans.xlsx'), workbook(rows));
}

/** Every row read and every cell checked, as verification does before it asks the database. */
async function verify(path: string): Promise<Pick<FileRead, 'rows' | 'refused'>> {
  const source = await fileSource(path);
  const look = await lookAtTable(source);
  const read = compileMapping(guessMapping(look), look.columns);
  let rows = 0;
  let refused = 0;
  for await (const batch of readTable(source, look.layout))
    for (const row of batch) {
      rows++;
      if (read(row).refused) refused++;
    }
  return { rows, refused };
}

const papaparse = (path: string) =>
  new Promise<Pick<FileRead, 'rows' | 'refused'>>((resolve, reject) => {
    let rows = -1;
    Papa.parse<string[]>(createReadStream(path), {
      skipEmptyLines: true,
      chunk: ({ data }) => {
        rows += data.length;
      },
      complete: () => resolve({ rows, refused: 0 }),
      error: reject,
    });
  });

const [what, path = '', count = '0'] = process.argv.slice(2);
if (what === 'make') {
  await make(path, Number(count));
  process.send?.({});
} else {
  const began = performance.now();
  const found = what === 'papaparse' ? await papaparse(path) : await verify(path);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ ...found, milliseconds: performance.now() - began, megabytes } satisfies FileRead);
}
