import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before: a drawer or dialog that is drawn open, and then no longer
 * drawn, does not do so by itself, and Tab would start at the top of the page. Where a menu opened it, to the
 * button of that menu. Where that is gone, to the dialog that it was in: Tab would begin behind it.
 */
export function useReturnFocus(): void {
  // Found while it is drawn first: once it stands, the menu that opened it is gone.
  const [opener] = useState(findOpener)
  const [dialog] = useState(() => opener?.closest<HTMLElement>('[role="dialog"]') ?? null)
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus()
      else if (dialog?.isConnected) dialog.focus()
    },
    [opener, dialog],
  )
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}
