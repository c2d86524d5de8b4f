/** What the dialogs of messages and payment links ask the server, and what they tell it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOf } from '../../../core/contract/kit';
import {
  listTemplates,
  loanMessages,
  type Message,
  previewMessage,
  sendEmail,
  sendSms,
  sendWhatsapp,
  type Template,
} from '../../../core/contract/messages';
import { bmsPayment, cancelPaymentLink, loanPaymentLinks } from '../../../core/contract/payment-links';
import type { MessageChannel } from '../../../core/domain/message-templates';
import { failures, OWN_WORDS, successes, useAnswer, useApi } from '../../api';
import { t } from '../../i18n';
import { showToast } from '../../ui';

/** What is on its way changes within seconds; what has arrived does not. */
const LOOK_MS = 5000;
const ON_ITS_WAY: readonly Message['status'][] = ['queued', 'sending', 'sent'];
const RECENT_MS = 10 * 60_000;

export function useTemplates(loanId: string, channel: MessageChannel | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['message-templates', loanId, channel],
    queryFn: async ({ signal }) =>
      (await api.call(listTemplates, { query: { loanId, channel, active: 'true', size: 200 }, signal })).data.rows,
  });
}

export function usePreview(loanId: string, template: Template | undefined, amountPaise?: number, hours?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['message-preview', loanId, template?.id, amountPaise, hours],
    queryFn: async ({ signal }) => {
      const link = amountPaise !== undefined && {
        amountPaise,
        expiresAt: new Date(Date.now() + (hours ?? 72) * 3_600_000).toISOString(),
      };
      const params = { id: template?.id ?? '' };
      return (await api.call(previewMessage, { params, body: { loanId, ...link }, signal })).data;
    },
    enabled: template !== undefined,
  });
}

/** Messages of a loan; asked again while one is under way. */
export const useLoanMessages = (loanId: string) =>
  useAnswer(
    loanMessages,
    ['messages', loanId],
    { query: { loanId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.rows.some(
          ({ status, createdAt }) => ON_ITS_WAY.includes(status) && Date.now() - Date.parse(createdAt) < RECENT_MS,
        )
          ? LOOK_MS
          : false,
    },
  );

export function usePaymentLinks(loanId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['payment-links', loanId],
    queryFn: async ({ signal }) => (await api.call(loanPaymentLinks, { query: { loanId }, signal })).data.rows,
  });
}

export interface WantedMessage {
  /** Made once for a message: pressing twice, or again after a lost answer, sends one. */
  key: string;
  loanId: string;
  phoneId: string;
  templateId: string;
}

export function useSendMessage(channel: MessageChannel) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ phoneId, ...body }: WantedMessage) => {
      if (channel === 'email') return api.call(sendEmail, { body });
      return api.call(channel === 'sms' ? sendSms : sendWhatsapp, { body: { ...body, phoneId } });
    },
    meta: OWN_WORDS,
    onSuccess: ({ message }) => showToast(message, { tone: 'saved' }),
    // A message is an attempt: what may still be done today is asked anew.
    onSettled: (_data, _error, { loanId }) =>
      Promise.all(
        [
          ['messages', loanId],
          ['contact', loanId],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

export function useSendPaymentLink() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CallOf<typeof bmsPayment>['body']) => (await api.call(bmsPayment, { body })).data,
    meta: OWN_WORDS,
    onSuccess: () => showToast(successes.paymentLinkSent, { tone: 'saved' }),
    onError: (error) => showToast(failures.paymentLink(error), { tone: 'problem' }),
    onSettled: (_data, _error, { loanId }) =>
      Promise.all(
        [
          ['messages', loanId],
          ['payment-links', loanId],
          ['contact', loanId],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Answers the link as it is then: paid meanwhile, it stays paid, and that is said. */
export function useCancelLink(loanId: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await api.call(cancelPaymentLink, { params: { id } })).data,
    meta: OWN_WORDS,
    onSuccess: ({ status }) =>
      status === 'paid'
        ? showToast(t('It was paid meanwhile'), { tone: 'problem' })
        : showToast(t('The payment link is cancelled'), { tone: 'saved' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['payment-links', loanId] }),
  });
}
