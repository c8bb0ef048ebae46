import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before: a drawer or dialog that is drawn open, and then no longer
 * drawn, does not do so by itself, and Tab would start at the top of the page. Where a menu opened it, to the
 * button of that menu.
 */
export function useReturnFocus(): void {
  // Found while it is drawn first: once it stands, the menu that opened it is gone.
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus()
    },
    [opener],
  )
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}
