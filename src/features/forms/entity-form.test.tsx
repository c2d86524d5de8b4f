/** What every form of an endpoint does, shown on one of them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../core/contract/kit';
import { id, positivePaise, sentDay, version } from '../../../core/contract/scalars';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { EntityForm, type EntityFormProps } from '.';

const NOW = '2026-11-20T06:30:00.000Z';
const access = { kind: 'session', roles: '*', scope: 'none' } as const;
const base = { service: 'crm', path: '/test', summary: 'For this test', access, idempotency: 'natural' } as const;
const shape = {
  payer: z.string().check(z.trim(), z.minLength(1, 'Name the payer'), z.maxLength(40)),
  amountPaise: positivePaise,
  paidOn: z.nullable(sentDay),
  mode: z.enum(['cash', 'upi']),
};
const answer = z.object({
  success: z.literal(true),
  data: z.object({ version, updatedAt: z.string(), updatedBy: z.nullable(z.string()), payer: z.string() }),
});
const one = defineEndpoint({ ...base, id: 'test.get', method: 'GET', response: answer });
const store = defineEndpoint({
  ...base,
  id: 'test.put',
  method: 'PUT',
  body: z.strictObject({ id, version: z.optional(version), ...shape }),
  response: answer,
});

interface Values {
  payer: string;
  amountPaise: string;
  paidOn: string;
  mode: string;
}
const BLANK: Values = { payer: '', amountPaise: '', paidOn: '', mode: 'cash' };
type Payment = z.infer<typeof answer>['data'];
const record: Payment = { version: 2, updatedAt: NOW, updatedBy: 'Ravi', payer: 'Ravi’s' };

type Call = { body?: Record<string, unknown> };
let calls: Call[];
let kept: ReturnType<typeof memoryStore>;
let closed: number;
beforeEach(() => {
  calls = [];
  kept = memoryStore();
  closed = 0;
});

function show(
  more: Partial<EntityFormProps<typeof store, Values, typeof one>> = {},
  put: (call: Call) => unknown = () => ({ data: record }),
) {
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      if (endpoint.id === 'test.get') return { data: record };
      calls.push(call);
      return put(call);
    },
  } as unknown as Api;
  const session = { profile: { tenant: { zone: 'Asia/Kolkata' } } } as unknown as Session;
  return render(
    <UiProvider>
      <SessionContext value={session}>
        <KeptContext value={kept}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <EntityForm
                at="dialog"
                draft="test.one"
                label="A payment"
                to={store}
                values={BLANK}
                sections={() => [
                  {
                    fields: {
                      payer: { label: 'Payer' },
                      amountPaise: { label: 'Amount' },
                      paidOn: { label: 'Paid on' },
                      mode: { label: 'Mode', words: { cash: 'Cash', upi: 'UPI' } },
                    },
                  },
                ]}
                again={[]}
                send="Store it"
                onStored={() => {
                  closed += 1;
                }}
                onClose={() => {
                  closed += 1;
                }}
                {...more}
              />
            </ApiContext>
          </QueryClientProvider>
        </KeptContext>
      </SessionContext>
    </UiProvider>,
  );
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Store it' }));
const fill = () => {
  type(/^Payer/, ' Asha ');
  type(/^Amount/, '1,200');
};
const refusal = (fields: { path: string; message: string }[], code: 'invalid' | 'conflict' = 'invalid') =>
  new ApiError('Please check.', { status: code === 'conflict' ? 409 : 422, class: 'user', code, fields });

describe('a form of an endpoint', () => {
  it('says what its schema finds, in its words or the specification’s, and puts the keyboard at the first', async () => {
    show();
    send();
    await screen.findByText('Name the payer');
    screen.getByText('This Field Is Required');
    await waitFor(() => expect(document.activeElement).toBe(field(/^Payer/)));
    type(/^Amount/, '0');
    await screen.findByText('Enter an amount');
    expect(calls).toEqual([]);
  });

  it('sends rupees as paise, blanks as null and texts trimmed, with Ctrl+Enter from anywhere, once', async () => {
    show();
    fill();
    fireEvent.keyDown(field(/^Amount/), { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(field(/^Amount/), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(closed).toBe(1));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({ payer: 'Asha', amountPaise: 120_000, paidOn: null, mode: 'cash' });
    expect(kept.get('draft.test.one')).toBeUndefined();
  });

  it.each([
    ['this app', { version: 0, values: { ...BLANK, payer: 'Half' } }],
    ['an app that kept no version', { ...BLANK, payer: 'Half' }],
    ['an app with fewer fields', { version: 0, values: { payer: 'Half' } }],
    ['an app that kept a text alone', 'Half'],
  ])('goes on from a draft of %s, and starts over when asked', (_, value) => {
    kept.set('draft.test.one', { at: Date.parse(NOW), value });
    show();
    expect(field(/^Payer/).value).toBe('Half');
    expect(field(/^Mode/).value).toBe('cash');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(field(/^Payer/).value).toBe('');
    expect(screen.queryByText(/^Your draft of /)).toBeNull();
  });

  it('keeps what was typed when it is closed, and forgets it where cancelling says so', () => {
    const first = show();
    type(/^Payer/, 'Half');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    first.unmount();
    show({ cancelDiscards: true });
    expect(field(/^Payer/).value).toBe('Half');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(kept.get('draft.test.one')).toBeUndefined();
  });

  it('shows the server’s words at their field until it is touched, and those of no field above', async () => {
    show({}, () => {
      throw refusal([
        { path: 'data.payer', message: 'Nobody of this name' },
        { path: 'ledger', message: 'The day is closed' },
      ]);
    });
    fill();
    send();
    await screen.findByText('Nobody of this name');
    expect(screen.getByText('The day is closed').closest('[role=alert]')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/^Payer/)));
    type(/^Payer/, 'Asha P');
    expect(screen.queryByText('Nobody of this name')).toBeNull();
    expect(closed).toBe(0);
  });

  it('is the same record when it is sent again after a lost answer, also in a later visit', async () => {
    const lost = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    const first = show({}, lost);
    fill();
    send();
    await screen.findByText('No network');
    first.unmount();
    show();
    send();
    await waitFor(() => expect(closed).toBe(1));
    expect(calls[1]?.body?.id).toBe(calls[0]?.body?.id);
    cleanup();
    show();
    fill();
    send();
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls[2]?.body?.id).not.toBe(calls[0]?.body?.id);
  });

  it('asks whose counts when somebody else was faster, and saves over the newest', async () => {
    const newest = {
      from: one,
      record: (data: Payment) => data,
      values: ({ payer }: Payment) => ({ ...BLANK, payer, amountPaise: '1,200' }),
    };
    show({ at: 'panel', version: 1, values: { ...BLANK, payer: 'Old' }, newest }, ({ body }) => {
      if (body?.version === 1) throw refusal([], 'conflict');
      return { data: record };
    });
    fill();
    fireEvent.submit(screen.getByRole('form', { name: 'A payment' }));
    const both = await screen.findByRole('table', { name: 'Both versions' });
    within(both).getByRole('row', { name: 'Payer Asha Ravi’s' });
    expect(within(both).getAllByRole('row')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Save mine over it' }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ version: 2, payer: 'Asha' }));
  });

  it('stays as typed with an answer that does not take it', async () => {
    show({ stays: () => true });
    fill();
    send();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(closed).toBe(0);
    expect(field(/^Payer/).value).toBe(' Asha ');
  });
});
