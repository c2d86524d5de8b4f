/** How a file comes in, and how the work on it shows. */
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FileDrop, JobProgress, Steps } from '.';
import { shown } from './test-kit';

const file = new File(['a,b\n1,2\n'], 'loans.csv', { type: 'text/csv' });

function drop(onFile: (file: File) => void, busy = false) {
  shown(
    <>
      <FileDrop label="Drop a file of loans" takes="CSV or XLSX" accept=".csv" onFile={onFile} busy={busy} />
      <input aria-label="Elsewhere" />
    </>,
  );
}
/** jsdom has neither DataTransfer nor ClipboardEvent data. */
function comes(type: 'drop' | 'dragover' | 'paste', data: object, target: Element = document.body) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, type === 'paste' ? { clipboardData: data } : { dataTransfer: data });
  fireEvent(target, event);
  return event;
}
const withFile = { types: ['Files'], files: [file], getData: () => '' };
const withText = (text: string) => ({ types: ['text/plain'], files: [], getData: () => text });

describe('FileDrop', () => {
  it('takes what is dropped anywhere on the page, and says so while it hangs above', () => {
    const taken = vi.fn();
    drop(taken);
    expect(comes('dragover', withFile).defaultPrevented).toBe(true);
    expect(screen.getByText('Drop it to take it')).toBeTruthy();
    comes('drop', withFile);
    expect(taken).toHaveBeenCalledWith(file);
    expect(screen.getByText('Drop a file of loans')).toBeTruthy();
  });

  it('takes a chosen file, and the same one again after it was changed', () => {
    const taken = vi.fn();
    drop(taken);
    const input = screen.getByLabelText('Drop a file of loans', { selector: 'input' });
    fireEvent.change(input, { target: { files: [file] } });
    fireEvent.change(input, { target: { files: [file] } });
    expect(taken).toHaveBeenCalledTimes(2);
  });

  const PASTES: [string, object, string | undefined][] = [
    ['a file', withFile, 'loans.csv'],
    ['cells of a spreadsheet', withText('Loan\tName\nL1\tAsha\n'), 'pasted rows.tsv'],
    ['a sentence', withText('Call her tomorrow'), undefined],
  ];
  it.each(PASTES)('pasted %s', (_, data, name) => {
    const taken = vi.fn();
    drop(taken);
    comes('paste', data);
    expect(taken.mock.calls[0]?.[0].name).toBe(name);
  });

  it('leaves alone what is pasted into a field, and text that is dragged', () => {
    const taken = vi.fn();
    drop(taken);
    comes('paste', withText('a\tb\nc\td'), screen.getByLabelText('Elsewhere'));
    expect(comes('drop', withText('words')).defaultPrevented).toBe(false);
    expect(taken).not.toHaveBeenCalled();
  });

  it('takes no other file while one is on its way', () => {
    const taken = vi.fn();
    drop(taken, true);
    comes('drop', withFile);
    comes('paste', withFile);
    expect(taken).not.toHaveBeenCalled();
  });

  it('is described by what it takes', () => {
    drop(() => {});
    const zone = screen.getByRole('group', { name: 'Drop a file of loans' });
    expect(document.getElementById(zone.getAttribute('aria-describedby') ?? '')?.textContent).toBe('CSV or XLSX');
  });
});

describe('JobProgress', () => {
  it('says how far the work is, and stops it', () => {
    const stop = vi.fn();
    shown(
      <JobProgress
        label="Loading"
        done={12_431}
        total={50_000}
        note="3 refused so far"
        cancel={{ label: 'Stop', busy: false, onCancel: stop }}
      />,
    );
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12431');
    expect(screen.getByText('Loading · 12,431 of 50,000')).toBeTruthy();
    expect(screen.getByText('3 refused so far')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stop).toHaveBeenCalledOnce();
  });
});

describe('Steps', () => {
  it('marks the one that is open and those that are done', () => {
    shown(<Steps label="Import" steps={['File', 'Columns', 'Check']} current={1} />);
    expect(screen.getByText('Columns').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(screen.getAllByText('done')).toHaveLength(1);
  });
});
