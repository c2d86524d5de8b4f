/** A sample of the storm of `npm run test:storm`; the whole one takes half a minute. */
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { administer, dropDatabase, urlOfDatabase } from '../../support/postgres';
import { runStorm } from './storm';

const server = inject('postgresUrl');

describe.skipIf(!server)('phones that come back in the same second', () => {
  it('all drain, nothing is lost or doubled, and nobody gets an error but "come back later"', async () => {
    const name = `recoup_storm_${randomUUID().replaceAll('-', '')}`;
    await administer(server ?? '', `create database ${name} template ${inject('postgresTemplate')}`);
    try {
      const size = { phones: 60, records: 20, withinMs: 20, loseAnswers: 0.1 };
      const { expected, receipts, odd, stored, disagreeing, answers, told } = await runStorm(
        urlOfDatabase(server ?? '', name),
        size,
      );
      expect(odd).toEqual([]);
      expect(receipts).toHaveLength(expected);
      expect(stored).toEqual({
        records: expected,
        distinctKeys: expected,
        keys: expected,
        receiptNumbers: expected,
        attempts: expected,
        audited: expected,
      });
      expect(disagreeing).toBe(0);
      // Six answers were thrown away, and the same receipts came again.
      expect(answers.lost).toBe(6);
      expect(Object.keys(answers).filter((answer) => !['200', '503', 'lost', 'no answer'].includes(answer))).toEqual(
        [],
      );
      // More came at once than is let in, and each of those was told when to come again.
      expect(told).toBeGreaterThan(0);
      expect(told).toBe(answers['503']);
    } finally {
      await dropDatabase(server ?? '', name);
    }
  });
});
