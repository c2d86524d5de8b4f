import { describe, expect, it } from 'vitest';
import { NOTES } from '../../../../core/contract/records';
import { CLASSES, DEFAULT_CODES, type DispositionCode, REQUIREMENTS } from '../../../../core/domain/dispositions';
import { firstBlock } from './field-of-error';
import { photoKindFor, questionsFor } from './questions';
import { type Answers, changeVisit, draftOf, isTouched, newVisit, type Visit, visitOf } from './visit';
import { buildRecord } from './visit-record';

const loanId = '0193a000-0000-7000-8000-000000000001';
const opened = Date.parse('2026-11-21T05:00:00Z');
const policy = { maxPtpDays: 15, zone: 'Asia/Kolkata' };
const today = '2026-11-21';
const photo = {
  sha256: 'a'.repeat(64),
  size: 200_000,
  mime: 'image/jpeg' as const,
  kind: 'premises' as const,
  takenAt: '2026-11-21T05:01:00.000Z',
};
const fix = { lat: 19.07, lng: 72.87, accuracyM: 12, at: '2026-11-21T05:00:20.000Z', mock: null };

function codeNamed(code: string): DispositionCode {
  const found = DEFAULT_CODES.find((item) => item.code === code);
  if (!found) throw new Error(`no code ${code}`);
  return found;
}

function choose(visit: Visit, code: DispositionCode, more: Partial<Answers> = {}): Visit {
  let next = changeVisit(visit, { type: 'outcome', code, today });
  for (const [name, value] of Object.entries(more))
    next = changeVisit(next, { type: 'answer', name: name as keyof Answers, value });
  return next;
}

const atTheDoor = (): Visit => ({ ...newVisit(loanId, opened), gps: fix });
const build = (visit: Visit, code: DispositionCode | undefined) =>
  buildRecord(visit, { loanNumber: 'HL-001', code, policy, now: opened + 90_000 });
const pathsOf = (visit: Visit, code: DispositionCode | undefined) => {
  const built = build(visit, code);
  return built.ok ? [] : built.errors.map((error) => error.path).sort();
};

/** Every selectable field code: what its form asks, what blocks saving when nothing but the outcome is given. */
const table: [code: string, asked: string, blocks: string][] = [
  ['FCOL', 'payment personMet remarks', 'attachments payment personMet'],
  ['FPAR', 'payment personMet remarks', 'attachments payment personMet'],
  ['FPTP', 'ptp personMet remarks', 'attachments personMet ptp'],
  ['FREV', 'personMet nextVisitOn remarks', 'attachments nextVisitOn personMet'],
  ['FCLP', 'amount claim remarks', 'amountPaise attachments claim.mode claim.paidOn'],
  ['FSTL', 'amount instalments personMet remarks', 'amountPaise attachments instalments personMet'],
  ['FSUR', 'personMet reason remarks', 'attachments personMet reason'],
  ['FRTP', 'personMet reason remarks', 'attachments personMet reason'],
  ['FDIS', 'personMet reason remarks', 'attachments personMet reason'],
  ['FINA', 'personMet reason remarks', 'attachments personMet reason'],
  ['FTP', 'personMet remarks', 'attachments personMet'],
  ['FDL', 'nextVisitOn remarks', 'attachments'],
  ['FNA', 'nextVisitOn remarks', 'attachments'],
  ['FRES', 'nextVisitOn remarks', 'attachments'],
  ['FSHF', 'reason remarks', 'attachments reason'],
  ['FANF', 'remarks', 'attachments'],
  ['FSKP', 'remarks', 'attachments'],
  ['FNEW', 'reason newAddress remarks', 'attachments newAddress reason'],
  ['FDEC', 'until remarks', 'attachments until'],
  ['FMED', 'until remarks', 'attachments until'],
  ['FEVT', 'until remarks', 'attachments until'],
  ['FTHR', 'remarks', 'attachments remarks'],
  ['FHAZ', 'remarks', 'attachments remarks'],
  ['FASV', 'remarks', 'attachments'],
  ['FASM', 'reason remarks', 'attachments reason'],
  ['FREP', 'reference remarks', 'attachments reference'],
];

describe('what each field code asks', () => {
  it('covers every selectable field code there is', () => {
    const all = DEFAULT_CODES.filter((code) => code.channel === 'field' && code.selectable).map((code) => code.code);
    expect(table.map(([code]) => code).sort()).toEqual(all.sort());
  });

  it.each(table)('%s asks %s; without answers it waits for %s', (name, asked, blocks) => {
    const code = codeNamed(name);
    expect(questionsFor(code).asked.join(' ')).toBe(asked);
    expect(pathsOf(choose(atTheDoor(), code), code).join(' ')).toBe(blocks);
  });

  it.each(table)('%s is saved once everything asked is answered', (name) => {
    const code = codeNamed(name);
    const visit = choose(atTheDoor(), code, {
      payMode: 'cash',
      payAmount: '2,500',
      note500: '5',
      ptpAmount: '1500.50',
      ptpDueOn: '2026-11-27',
      ptpMode: 'upi',
      amount: '12000',
      reference: 'AUTH-7',
      relation: 'spouse',
      personName: ' Asha ',
      reason: 'Lost work',
      until: '2026-12-31',
      nextVisitOn: '2026-11-30',
      addressLine: '12 MG Road',
      remarks: 'Came back twice',
      paidOn: '2026-11-19',
      paidMode: 'upi',
      instalments: '3',
    });
    const built = build(changeVisit(visit, { type: 'file-added', file: { ...photo, kind: photoKindFor(code) } }), code);
    expect(built).toMatchObject({ ok: true, input: { code: name, loanId, loanNumber: 'HL-001', onSiteSeconds: 90 } });
    if (!built.ok) return;
    // Only what was asked is in the record, however much else was typed.
    const { asked } = questionsFor(code);
    expect('ptp' in built.input).toBe(asked.includes('ptp'));
    expect('payment' in built.input).toBe(asked.includes('payment'));
    expect('personMet' in built.input).toBe(asked.includes('personMet'));
    expect('newAddress' in built.input).toBe(asked.includes('newAddress'));
    if (built.input.payment)
      expect(built.input.payment).toEqual({ mode: 'cash', amountPaise: 250_000, denominations: { 500: 5 } });
    if (built.input.ptp) expect(built.input.ptp).toEqual({ amountPaise: 150_050, dueOn: '2026-11-27', mode: 'upi' });
    expect('claim' in built.input).toBe(asked.includes('claim'));
    expect('instalments' in built.input).toBe(asked.includes('instalments'));
    if (built.input.claim) expect(built.input.claim).toEqual({ paidOn: '2026-11-19', mode: 'upi' });
    if (built.input.personMet) expect(built.input.personMet).toEqual({ relation: 'spouse', name: 'Asha' });
  });

  it('can ask whatever a tenant requires of a field code of its own', () => {
    const own: DispositionCode = {
      code: 'OWN',
      label: 'Own',
      class: 'TRACE',
      channel: 'field',
      rank: 9,
      requires: [...REQUIREMENTS],
      selectable: true,
    };
    expect([...questionsFor(own).asked, 'proof'].sort()).toEqual([...REQUIREMENTS].sort());
    const visit = choose(atTheDoor(), own, { callbackAt: '2026-11-22T10:30', language: 'Marathi', newPhone: '98765' });
    const built = build(visit, own);
    expect(built.ok || built.errors.map((error) => error.path)).not.toContain('callbackAt');
    expect(built.ok || built.errors).toContainEqual({
      path: 'newPhone',
      message: 'Mobile no. should be 10 digit number',
    });
  });

  it('asks the third level of a tenant’s own code, and takes none that is not among them', () => {
    const own: DispositionCode = { ...codeNamed('FDL'), requires: [], subCodes: ['Locked for days', 'At work'] };
    expect(questionsFor(own).asked).toEqual(['subCode', 'remarks']);
    const withPhoto = (subCode: string) =>
      build(changeVisit(choose(atTheDoor(), own, { subCode }), { type: 'file-added', file: photo }), own);
    expect(withPhoto('At work')).toMatchObject({ ok: true, input: { subCode: 'At work' } });
    for (const subCode of ['', 'Asleep'])
      expect(withPhoto(subCode)).toMatchObject({ ok: false, errors: [{ path: 'subCode' }] });
  });

  it('takes a default photo for proof wherever the code asks for proof', () => {
    for (const code of DEFAULT_CODES.filter((item) => item.channel === 'field' && item.requires.includes('proof')))
      expect(photoKindFor(code), code.code).not.toBe('premises');
    expect(photoKindFor(codeNamed('FDL'))).toBe('premises');
    expect(photoKindFor(undefined)).toBe('premises');
    // The place first, then the document of a dispute.
    expect([0, 1].map((others) => photoKindFor(codeNamed('FDIS'), others))).toEqual(['premises', 'document']);
  });

  it('offers nothing twice and never what is asked already', () => {
    for (const name of Object.keys(CLASSES) as (keyof typeof CLASSES)[]) {
      const { asked, offered } = questionsFor({ class: name, requires: ['personMet'] });
      expect(offered.filter((item) => asked.includes(item))).toEqual([]);
    }
    const { asked, offered } = questionsFor(codeNamed('FPAR'), new Set(['ptp'] as const));
    expect(asked).toContain('ptp');
    expect(offered).not.toContain('ptp');
  });
});

describe('what blocks saving beyond the required fields', () => {
  const money: [name: string, code: string, answers: Partial<Answers>, paths: string][] = [
    ['an amount with letters', 'FCOL', { payMode: 'upi', payAmount: '2k', payReference: 'U1' }, 'payment.amountPaise'],
    ['no mode', 'FCOL', { payAmount: '2000' }, 'payment.mode'],
    ['no amount', 'FCOL', { payMode: 'card' }, 'payment.amountPaise'],
    ['UPI without reference', 'FCOL', { payMode: 'upi', payAmount: '2000' }, 'payment.reference'],
    ['cash uncounted', 'FCOL', { payMode: 'cash', payAmount: '2000' }, 'payment.denominations'],
    ['cash that is short', 'FCOL', { payMode: 'cash', payAmount: '2000', note500: '3' }, 'payment.denominations'],
    ['a count that is none', 'FCOL', { payMode: 'cash', payAmount: '2000', note500: 'four' }, 'payment.denominations'],
    [
      'half a cheque',
      'FCOL',
      { payMode: 'cheque', payAmount: '2000', chequeNumber: '12345', chequeMicr: '1' },
      'payment.cheque.bank payment.cheque.datedOn payment.cheque.micr payment.cheque.number',
    ],
    ['a promise without a day', 'FPTP', { ptpAmount: '500', ptpMode: 'cash' }, 'ptp.dueOn'],
    ['a promise without a mode', 'FPTP', { ptpAmount: '500', ptpDueOn: '2026-11-22' }, 'ptp.mode'],
    ['a promise of nothing', 'FPTP', { ptpAmount: '0', ptpDueOn: '2026-11-22', ptpMode: 'cash' }, 'ptp.amountPaise'],
    ['a promise for yesterday', 'FPTP', { ptpAmount: '5', ptpDueOn: '2026-11-20', ptpMode: 'cash' }, 'ptp.dueOn'],
    ['a promise too far ahead', 'FPTP', { ptpAmount: '5', ptpDueOn: '2026-12-07', ptpMode: 'cash' }, 'ptp.dueOn'],
  ];
  it.each(money)('%s', (_, name, answers, paths) => {
    const code = codeNamed(name);
    const visit = changeVisit(choose(atTheDoor(), code, { relation: 'borrower', ...answers }), {
      type: 'file-added',
      file: { ...photo, kind: 'receipt' },
    });
    const blocked = pathsOf(visit, code).filter((path) => path !== 'ptp' && path !== 'payment');
    expect(blocked.join(' ')).toBe(paths);
  });

  it('a whole cheque passes', () => {
    const code = codeNamed('FCOL');
    const visit = choose({ ...atTheDoor(), files: [photo] }, code, {
      relation: 'borrower',
      payMode: 'cheque',
      payAmount: '2000',
      chequeNumber: '123456',
      chequeBank: 'State Bank of India',
      chequeMicr: '400002003',
      chequeDatedOn: '2026-11-21',
    });
    expect(build(visit, code)).toMatchObject({ ok: true, input: { payment: { cheque: { number: '123456' } } } });
  });

  it('no position needs a reason, and a reason is enough', () => {
    const code = codeNamed('FDL');
    const visit = { ...choose({ ...newVisit(loanId, opened), files: [photo] }, code) };
    expect(pathsOf(visit, code)).toEqual(['gps']);
    const built = build(changeVisit(visit, { type: 'no-position', why: 'denied' }), code);
    expect(built).toMatchObject({ ok: true, input: { gpsMissing: 'denied' } });
  });

  it('a photo of the premises is no proof; a named reason for no photo is, where no proof is asked', () => {
    const proof = codeNamed('FASV');
    expect(pathsOf(choose({ ...atTheDoor(), files: [photo] }, proof), proof)).toEqual(['attachments']);
    const locked = codeNamed('FDL');
    expect(build(choose(atTheDoor(), locked, { photoMissing: 'denied' }), locked)).toMatchObject({
      ok: true,
      input: { photoMissing: 'denied', attachments: [] },
    });
  });

  it('no outcome: that is the one thing to say', () => {
    expect(pathsOf(atTheDoor(), undefined)).toEqual(['code']);
  });

  it('the first block with an error is the one to jump to', () => {
    const code = codeNamed('FPTP');
    const built = build(choose(atTheDoor(), code), code);
    expect(built.ok || firstBlock(built.errors)).toBe('ptp');
    expect(firstBlock([{ path: 'loanNumber', message: '' }])).toBeUndefined();
  });
});

describe('the form while it is filled in', () => {
  it('proposes tomorrow when nobody was met, and keeps a day already chosen', () => {
    expect(choose(atTheDoor(), codeNamed('FDL')).answers.nextVisitOn).toBe('2026-11-22');
    expect(choose(atTheDoor(), codeNamed('FREV')).answers.nextVisitOn).toBe('');
    const chosen = choose(atTheDoor(), codeNamed('FREV'), { nextVisitOn: '2026-11-27' });
    expect(choose(chosen, codeNamed('FNA')).answers.nextVisitOn).toBe('2026-11-27');
  });

  it('keeps every letter through a draft, and what is hidden by another outcome too', () => {
    let visit = choose(atTheDoor(), codeNamed('FCOL'), { payAmount: '25', note500: '1', remarks: 'दरवाज़ा बंद था ' });
    visit = choose(visit, codeNamed('FPTP'), { ptpAmount: '1,2' });
    visit = changeVisit(visit, { type: 'open', question: 'newPhone' });
    visit = changeVisit(visit, { type: 'file-added', file: photo });
    const kept = visitOf(JSON.parse(JSON.stringify(draftOf(visit))));
    expect(kept).toEqual(visit);
    expect(kept.answers.payAmount).toBe('25');
  });

  it('a form that was only opened is no draft', () => {
    expect(isTouched(atTheDoor())).toBe(false);
    expect(isTouched(changeVisit(atTheDoor(), { type: 'answer', name: 'remarks', value: 'x' }))).toBe(true);
  });

  it('does not take the same photo twice and forgets why there was none', () => {
    let visit = changeVisit(atTheDoor(), { type: 'answer', name: 'photoMissing', value: 'denied' });
    visit = changeVisit(visit, { type: 'file-added', file: photo });
    visit = changeVisit(visit, { type: 'file-added', file: photo });
    expect(visit.files).toHaveLength(1);
    expect(visit.answers.photoMissing).toBe('');
    visit = changeVisit(visit, { type: 'file-kind', sha256: photo.sha256, kind: 'asset' });
    expect(visit.files[0]?.kind).toBe('asset');
    expect(changeVisit(visit, { type: 'file-removed', sha256: photo.sha256 }).files).toEqual([]);
  });

  it('a late "no position" does not throw a position away', () => {
    expect(changeVisit(atTheDoor(), { type: 'no-position', why: 'timeout' })).toEqual(atTheDoor());
  });

  it('a record opened for mending gives the same record back, with its own time', () => {
    const code = codeNamed('FPAR');
    const answers = {
      payMode: 'cash',
      payAmount: '1150',
      ...Object.fromEntries(NOTES.map((note) => [`note${note}`, ''])),
      note500: '2',
      note50: '3',
      relation: 'spouse',
      newPhone: '9812345678',
      remarks: 'Paid half',
    };
    let visit = changeVisit(atTheDoor(), { type: 'open', question: 'newPhone' });
    visit = choose({ ...visit, files: [photo] }, code, answers);
    const first = build(visit, code);
    if (!first.ok) throw new Error(JSON.stringify(first.errors));
    const back = visitOf({
      loanId,
      openedAt: opened,
      fields: first.input,
      files: first.input.attachments,
      mends: '0193a000-0000-7000-8000-0000000000aa',
    });
    const again = buildRecord(back, { loanNumber: 'HL-001', code, policy, now: opened + 999_000_000 });
    expect(again).toEqual(first);
  });
});

describe('a settlement that is raised with a visit', () => {
  const code = codeNamed('FSTL');
  const offering = (more: Partial<Answers> = {}): Visit =>
    changeVisit(
      changeVisit(
        choose(atTheDoor(), code, {
          amount: '10,000.50',
          relation: 'borrower',
          settleParts: '3',
          settleFirst: '2026-11-30',
          settleTill: '2026-11-28',
          settleHardship: 'Crop failed',
          ...more,
        }),
        { type: 'file-added', file: photo },
      ),
      { type: 'open', question: 'settlement' },
    );

  it('is offered where the outcome asks for the amount, and nowhere else', () => {
    const offers = (name: string) => questionsFor(codeNamed(name)).offered.includes('settlement');
    expect(table.map(([name]) => name).filter(offers)).toEqual(['FSTL']);
  });

  it('is a plan of equal parts whose last takes what remains', () => {
    const built = build(offering(), code);
    expect(built).toMatchObject({
      ok: true,
      input: {
        amountPaise: 10_000_50,
        settlement: {
          instalments: [
            { dueOn: '2026-11-30', amountPaise: 3_333_00 },
            { dueOn: '2026-12-30', amountPaise: 3_333_00 },
            { dueOn: '2027-01-30', amountPaise: 3_334_50 },
          ],
          validTill: '2026-11-28',
          hardship: 'Crop failed',
        },
      },
    });
  });

  it('that was not opened is not in the record', () => {
    const built = build(changeVisit(offering(), { type: 'close', question: 'settlement' }), code);
    expect(built.ok && 'settlement' in built.input).toBe(false);
  });

  it.each<[string, Partial<Answers>, string]>([
    ['a first day', { settleFirst: '' }, 'settlement.instalments'],
    ['until when it holds', { settleTill: '' }, 'settlement.validTill'],
    ['a reason', { settleHardship: ' ' }, 'settlement.hardship'],
    ['an amount', { amount: '' }, 'amountPaise'],
    ['an amount that can be parted', { amount: '2' }, 'settlement.instalments'],
    ['a day to come', { settleFirst: '2026-11-20' }, 'settlement.instalments'],
  ])('waits for %s', (_, more, path) => expect(pathsOf(offering(more), code)).toEqual([path]));

  it('comes back as it was typed, and as it was recorded', () => {
    const visit = offering();
    expect(visitOf(draftOf(visit)).answers).toEqual(visit.answers);
    const built = build(visit, code);
    if (!built.ok) throw new Error('not built');
    const mended = visitOf({ loanId, openedAt: opened, fields: built.input, files: built.input.attachments });
    expect(build({ ...mended, gps: fix }, code)).toMatchObject({
      ok: true,
      input: { settlement: built.input.settlement },
    });
  });
});
