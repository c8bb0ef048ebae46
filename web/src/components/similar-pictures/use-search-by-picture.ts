import { useClient } from '@cartouche/react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pictureSearchOf } from './picture-search.ts'

/** Gives a function that searches for a picture and goes to what is found. */
export function useSearchByPicture(): (picture: File) => void {
  const searches = pictureSearchOf(useClient())
  const navigate = useNavigate()
  return (picture) => {
    void searches.search(picture)
    void navigate({ to: '/similar', search: { by: 'picture' } })
  }
}

/** Lets go of the picture as soon as its page is left. */
export function useForgetPicture(): void {
  const searches = pictureSearchOf(useClient())
  const isShown = useRouterState({
    select: ({ location: { pathname, search } }) =>
      /^\/similar(\/|$)/.test(pathname) && (search as Record<string, unknown>)['by'] === 'picture',
  })
  useEffect(() => {
    if (!isShown) searches.clear()
  }, [isShown, searches])
}
