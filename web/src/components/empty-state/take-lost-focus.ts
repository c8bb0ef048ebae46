/** For `ref`: focuses what came where the focus went with what was there before; elsewhere it stays. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
