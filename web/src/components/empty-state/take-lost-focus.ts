/**
 * For `ref`: focuses what came where the focus went with what was there before; elsewhere it stays. On a page
 * where nobody has pressed anything yet, none was lost.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body && navigator.userActivation.hasBeenActive)
    element?.focus({ preventScroll: true })
}
