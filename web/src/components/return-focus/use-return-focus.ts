import { useEffect } from 'react'

/**
 * Gives the focus back to what had it before: a drawer or dialog that is drawn open, and then no longer
 * drawn, does not do so by itself, and Tab would start at the top of the page.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}
