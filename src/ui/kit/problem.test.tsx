import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, failedWrite, problemOf } from '../../api';
import { UiProvider } from '..';
import { ProblemNote, ProblemState } from './problem';

const failed = (status: number) =>
  new ApiError('The figures are not ready', {
    status,
    class: 'retry',
    requestId: 'r-1',
  });
const shown = (element: React.ReactElement) => render(<UiProvider>{element}</UiProvider>);
afterEach(cleanup);

describe('a question that failed', () => {
  it('for want of a network is calm: a status, what works, that it comes back, and a way to ask at once', () => {
    let asked = 0;
    shown(<ProblemState problem={problemOf(failed(0), 'Calls are saved here.')} retry={() => (asked += 1)} />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('No network').closest('[role=status]')).toBeTruthy();
    expect(screen.getByText('Calls are saved here. It comes back by itself once the server answers.')).toBeTruthy();
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(asked).toBe(1);
  });

  it('on the server is a warning with its reference', () => {
    shown(<ProblemState problem={problemOf(failed(500))} />);
    expect(screen.getByRole('alert').textContent).toContain('The figures are not ready');
    expect(screen.getByText('Reference r-1')).toBeTruthy();
  });

  it('that did not fail is nothing', () => {
    const { container } = shown(<ProblemState problem={problemOf(null)} />);
    expect(container.querySelector('[role=alert], button')).toBeNull();
  });
});

describe('something that was not taken', () => {
  it.each([
    [0, 'status', 'No network', 'Nothing is lost: what you entered is still here. Try again once there is a network.'],
    [500, 'alert', 'Nothing was changed', 'The figures are not ready. Try again in a moment.'],
  ])('with status %i', (status, role, title, why) => {
    shown(<ProblemNote tone="danger" title="Nothing was changed" problem={failedWrite(failed(status))} />);
    const note = screen.getByText(title).closest('[role]');
    expect(note?.getAttribute('role')).toBe(role);
    expect(note?.textContent).toBe(title + why);
  });
});
