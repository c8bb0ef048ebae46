import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before: a drawer or dialog that is drawn open, and then no longer
 * drawn, does not do so by itself, and Tab would start at the top of the page. Where a menu opened it, to the
 * button of that menu. Where that is gone, to the current item of the list that it was in, or to the dialog:
 * Tab would begin behind it.
 */
export function useReturnFocus(): void {
  // Found while it is drawn first: once it stands, the menu that opened it is gone.
  const [opener] = useState(findOpener)
  const [place] = useState(() => placeOf(opener))
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus()
      else if (document.activeElement === document.body && place?.isConnected)
        (place.querySelector<HTMLElement>('[data-index] a[tabindex="0"]') ?? place).focus()
    },
    [opener, place],
  )
}

/** Where the focus goes on from: the dialog that the opener is in, or the page, also from a notice on it. */
function placeOf(opener: HTMLElement | null): HTMLElement | null {
  return opener?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main')
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}
