/**
 * For `ref` of what is done first in a list that is still read when its dialog opens: takes the focus that
 * waits on what is around the list, unless somebody went elsewhere meanwhile.
 */
export function takeFocusOfList(element: HTMLElement | null): void {
  const around = element?.closest('[tabindex="-1"]')
  if (element && around === document.activeElement) element.focus({ preventScroll: true })
}
