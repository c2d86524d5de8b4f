/** What is typed into a form survives a reload: every text field takes part in a draft, or stands here with its reason. */
import { describe, expect, it } from 'vitest';

const sources = new Map(
  Object.entries(
    import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx'], { eager: true, query: '?raw', import: 'default' }),
  ).map(([path, text]) => [path.slice('./'.length), text]),
);
const FIELD = /<(TextArea|TextInput|DayInput|NumberInput|AmountInput|textarea)\b/;
/** The hooks that keep a form's values, and what two of them hand on. */
const DRAFT =
  /\b(useDraft|useRecordForm|useEntityForm|EntityForm|FormParts|RecordFormState|useTabForm|useCallForm|VisitForm)\b/;
/** Text in the plain state of a component. */
const PLAIN = /= useState(<string>)?\(''\)/;
const isTyped = (text: string) => FIELD.test(text) && (PLAIN.test(text) || !DRAFT.test(text));

/** A part of a form: the file that holds its draft. */
const PARTS: Record<string, string> = {
  'allocation/components/condition-editor.tsx': 'allocation/components/ordered-rules.tsx',
  'allocation/components/rule-fields.tsx': 'allocation/components/ordered-rules.tsx',
  'allocation/components/shares.tsx': 'allocation/components/give-to-agencies.tsx',
  'allocation/components/sorting-fields.tsx': 'allocation/components/ordered-rules.tsx',
  'contact/components/rule-fields.tsx': 'contact/components/pack-editor.tsx',
  'field/components/visit/money-blocks.tsx': 'field/components/visit/visit-screen.tsx',
  'field/components/visit/rupee-input.tsx': 'field/components/visit/visit-screen.tsx',
  'field/components/visit/word-blocks.tsx': 'field/components/visit/visit-screen.tsx',
  'loan-import/components/mapping-notes.tsx': 'loan-import/components/mapping-step.tsx',
  'loan-import/components/transforms-editor.tsx': 'loan-import/components/mapping-step.tsx',
  'people/components/profile-form.tsx': 'people/components/person-edit.tsx',
  'predictive/process-form.tsx': 'predictive/components/process-dialog.tsx',
  'reports/components/format-columns.tsx': 'reports/components/format-dialog.tsx',
  'settlements/components/offer-fields.tsx': 'settlements/components/offer-dialog.tsx',
  'telecaller/components/answers.tsx': 'telecaller/components/call-workspace.tsx',
  'telecaller/components/disposition-form.tsx': 'telecaller/components/call-workspace.tsx',
  'telecaller/components/other-phone-block.tsx': 'telecaller/components/call-workspace.tsx',
};
const SEARCH = 'looks for something and changes nothing';
const SECRET = 'a secret is kept nowhere';
const REASON = 'the reason of one change, in the dialog that sends it';
const LINE = 'one line that a key adds to the drafted form';
const OTHERS: Record<string, string> = {
  'auth/components/login-form.tsx': SECRET,
  'auth/components/secret-input.tsx': SECRET,
  'auth/pages/reset-password-page.tsx': SECRET,
  'backups/components/password-dialog.tsx': SECRET,
  'cash/components/decide-handover.tsx': REASON,
  'contact/components/why-view.tsx': SEARCH,
  'desk/components/assign-loans.tsx': SEARCH,
  'desk/components/give-numbers.tsx': 'numbers pasted from elsewhere, sent by the next step',
  'desk/components/loan-search.tsx': SEARCH,
  'desk/components/take-out-record.tsx': REASON,
  'dialer/components/call-panel.tsx': 'where the running call goes: over with the call',
  'dialer/components/dialpad-keys.tsx': 'a number to be dialed now',
  'dialer/pages/agent-monitor-page.tsx': SEARCH,
  'field/components/ask-another.tsx': REASON,
  'field/components/filter-sheet.tsx': SEARCH,
  'field/components/visit/outcome-picker.tsx': SEARCH,
  'field/day/hand-over.tsx': 'the number of the slip in hand; the payments come from the server',
  'field/ledger/queue-file-sheet.tsx': SECRET,
  'field/pages/field-loans.tsx': SEARCH,
  'figures/components/what-if.tsx': 'a trial that is stored nowhere',
  'loan-import/components/correct-fields.tsx': REASON,
  'loan-import/components/field-chooser.tsx': SEARCH,
  'loan-import/components/release-suppressions.tsx': REASON,
  'loan-import/components/why-blocked.tsx': SEARCH,
  'settlements/components/decide-dialog.tsx': REASON,
  'organisation/components/invitation-link.tsx': 'shows a link to be copied',
  'organisation/components/wizard-products.tsx': LINE,
  'people/components/own-contact.tsx': SECRET,
  'people/components/parent-picker.tsx': SEARCH,
  'people/pages/hierarchy-page.tsx': SEARCH,
  'portfolios/components/details-tab.tsx': LINE,
  'portfolios/components/portfolio-panel.tsx': SEARCH,
  'reports/pages/reports-index-page.tsx': SEARCH,
  'targets/components/calendar-dialog.tsx': LINE,
  'telecaller/components/open-by-number.tsx': SEARCH,
};

describe('what is typed', () => {
  it('is drafted, or somebody says here why not', () => {
    const typed = [...sources].flatMap(([path, text]) => (isTyped(text) ? [path] : []));
    expect(typed.sort()).toEqual([...Object.keys(PARTS), ...Object.keys(OTHERS)].sort());
  });

  it.each(Object.entries(PARTS))('%s is part of the form in %s', (part, holder) => {
    expect(sources.get(part)).not.toMatch(PLAIN);
    expect(sources.get(holder)).toMatch(DRAFT);
  });
});

it('no form takes the date field of the browser, which follows the machine’s language', () => {
  expect([...sources].filter(([, text]) => text.includes('type="date"')).map(([file]) => file)).toEqual([]);
});
