import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../support/bench';
import { inChild } from '../support/in-child';
import type { FileRead } from '../support/loan-file';
import { atMost, shareOfLimit } from '../support/result';
import { alternate } from '../support/rounds';

const ROWS = 200_000;
const VERIFY = 'loan-file-verify';
const WORKBOOK = 'loan-file-xlsx';
const MEMORY = 'loan-file-xlsx-memory';

/** A lender's file of 200,000 loans with 40 columns, looked at, read and checked cell by cell; nothing is asked of a database. */
export const loanFile: Bench = {
  rows: [VERIFY, WORKBOOK, MEMORY],
  async run(_, { rounds, say }) {
    const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-file-'));
    try {
      say(`making a file of ${ROWS} loans`);
      await inChild('loan-file', 'make', folder, String(ROWS));
      let memory = 0;
      const pace = async (what: 'papaparse' | 'verify', file: string) => {
        const { rows, refused, milliseconds, megabytes } = await inChild<FileRead>(
          'loan-file',
          what,
          join(folder, file),
        );
        if (rows !== ROWS || refused) throw new Error(`${what} of ${file} read ${rows} rows and refused ${refused}`);
        if (file.endsWith('.xlsx')) memory = Math.max(memory, megabytes);
        return rows / (milliseconds / 1000);
      };
      say('reading it');
      const found = await alternate(rounds, {
        papaparse: () => pace('papaparse', 'loans.csv'),
        csv: () => pace('verify', 'loans.csv'),
        xlsx: () => pace('verify', 'loans.xlsx'),
      });
      const unit = 'rows/s';
      return [
        shareOfLimit({
          name: VERIFY,
          ours: found.csv,
          peers: { papaparse: found.papaparse },
          limit: found.papaparse,
          goal: 0.4,
          unit,
        }),
        shareOfLimit({
          name: WORKBOOK,
          ours: found.xlsx,
          peers: { csv: found.csv },
          limit: found.csv,
          goal: 0.3,
          unit,
        }),
        atMost({ name: MEMORY, ours: memory, limit: 350, goal: 1, unit: 'MB' }),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
