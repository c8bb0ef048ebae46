// The browser's own `userActivation` counts what was pressed on the page before, where that led here.
let hasPressed = false
for (const type of ['keydown', 'pointerdown'])
  addEventListener(
    type,
    () => {
      hasPressed = true
    },
    { capture: true, once: true },
  )

/**
 * For `ref`: focuses what came where the focus went with what was there before; elsewhere it stays. On a page
 * where nobody has pressed anything yet, none was lost.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body && hasPressed) element?.focus({ preventScroll: true })
}
