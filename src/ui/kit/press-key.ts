/** Presses a key again where the focus is now, with what the browser itself would make of it: Tab, Esc, text, Enter, Space. */

type Focusable = HTMLElement & Partial<Pick<HTMLInputElement, 'disabled' | 'form' | 'select'>>;

export function press({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const at = document.activeElement as Focusable;
  const within = document.querySelector('dialog[open]') ?? document;
  const event = new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true });
  if (!at.dispatchEvent(event) || ctrlKey || metaKey) return;
  if (key === 'Escape') within.dispatchEvent(new Event('cancel', { cancelable: true }));
  else if (key === 'Tab') {
    const all = [...within.querySelectorAll<Focusable>('a[href], button, input, select, textarea, [tabindex]')].filter(
      (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility(),
    );
    const next = all[all.indexOf(at) + (shiftKey ? -1 : 1)];
    next?.focus();
    next?.select?.();
  } else if (/^(Enter| )$/.test(key) && at.matches('a, button')) at.click();
  else if (key === 'Enter' && at.matches('input')) at.form?.requestSubmit();
  // The only insertion that the field's own undo and limits know of.
  else if (!/^Arrow/.test(key))
    document.execCommand(key === 'Backspace' ? 'delete' : 'insertText', false, key === 'Enter' ? '\n' : key);
}
