import { useEffect } from 'react'
import { brand } from '../../theme/brand.ts'

/**
 * Names the page for its tab, its bookmark and its place in the history: `Carts · Cartouche`. What lies over
 * a page, as an opened asset does, names it while it is there.
 * @param title undefined while it is not known
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined || title === '') return undefined
    const before = document.title
    const own = [title, brand.appName || 'Cartouche'].join(' · ')
    document.title = own
    return () => {
      if (document.title === own) document.title = before
    }
  }, [title])
}
