/** Whether keys pressed here are text, or move in something that has keys of its own: not for the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return (
    target.closest('textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]') !== null
  )
}
